// Places on a map that can be chosen: a press chooses one, a second press confirms. They do what their controls do.
const list = document.getElementById("channel-message-list");
const SVG = "http://www.w3.org/2000/svg";

/** Press the control of a choice, as SimCord's page has it now; an option is taken from its open list. */
function take(message, { key, value }) {
  const control = message.querySelector(`button[data-control-key=${JSON.stringify(key)}]`);
  // A list that is not in the window closes at once.
  control?.scrollIntoView({ block: "nearest" });
  control?.click();
  if (control && value !== null) pick(`.select-list:popover-open .select-option[data-value=${JSON.stringify(value)}]`, 60);
}

/** Press an option once its list is open. */
function pick(option, frames) {
  const found = document.querySelector(option);
  if (found) found.click();
  else if (frames) requestAnimationFrame(() => pick(option, frames - 1));
}

/** A choice in words. */
function told(choice) {
  return choice.about ? `${choice.label}: ${choice.about}` : choice.label;
}

/** The choices of the place that was pressed, each with a button; nothing without one. */
function show(figure, place) {
  const { message, note } = figure;
  for (const other of figure.spots) other.setAttribute("aria-pressed", String(other === place?.spot));
  note.replaceChildren();
  note.hidden = !place;
  if (!place) return;
  // It stands in the other half of the map.
  note.classList.toggle("above", place.middle > 0.5);
  note.append(Object.assign(document.createElement("p"), { textContent: list.dataset.again }));
  for (const choice of place.choices) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: told(choice) });
    button.addEventListener("click", () => take(message, choice));
    note.append(button);
  }
}

/** A place as a button on the map. */
function drawn(figure, place) {
  const spot = document.createElementNS(SVG, "polygon");
  spot.setAttribute("points", place.outline.map(([x, y]) => `${100 * x},${100 * y}`).join(" "));
  spot.setAttribute("role", "button");
  spot.setAttribute("tabindex", "0");
  spot.setAttribute("aria-pressed", "false");
  spot.setAttribute("aria-label", place.choices.map(told).join("; "));
  const ys = place.outline.map(([, y]) => y);
  const known = { ...place, spot, middle: (Math.min(...ys) + Math.max(...ys)) / 2 };
  const press = () => {
    if (spot.getAttribute("aria-pressed") !== "true") show(figure, known);
    else if (place.choices.length === 1) take(figure.message, place.choices[0]);
    else figure.note.querySelector("button").focus();
  };
  spot.addEventListener("click", press);
  spot.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press();
    }
  });
  return spot;
}

/** Lay the places over the map of a message. */
function lay(message, places) {
  const item = message.querySelector(".gallery-item");
  if (!item || item.querySelector(".places")) return;
  const over = document.createElementNS(SVG, "svg"), note = document.createElement("div");
  over.setAttribute("class", "places");
  over.setAttribute("viewBox", "0 0 100 100");
  over.setAttribute("preserveAspectRatio", "none");
  over.setAttribute("role", "group");
  over.setAttribute("aria-label", list.dataset.places);
  note.className = "place-note";
  note.setAttribute("role", "status");
  note.hidden = true;
  const figure = { message, note, spots: [] };
  figure.spots = places.map((place) => drawn(figure, place));
  over.append(...figure.spots);
  item.append(over, note);
  item.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || note.hidden) return;
    const chosen = figure.spots.find((spot) => spot.getAttribute("aria-pressed") === "true");
    show(figure, null);
    chosen?.focus();
  });
}

/** Lay the places over the maps on the page, as far as they can be chosen now. */
export async function lift(ask) {
  const known = await ask("/api/spots");
  for (const [id, places] of Object.entries(known || {})) {
    const message = list.querySelector(`[data-message-id="${id}"]`);
    if (message) lay(message, places);
  }
}

// The local table's own part of the page: its channels, and the newest message with its controls in sight.
import { lift } from "./map.js";

const by = (id) => document.getElementById(id);
const app = by("preview-app"), timeline = by("channel-timeline"), list = by("channel-message-list");
const nav = document.querySelector(".rooms"), rooms = nav.querySelector("ul");
const ROOM = "room";  // in the tab's storage: the channel that it shows, for when the page is loaded again
const seen = new Map();
let shown = null, answered = null, listed = "", waiting = 0;
let pressed = null, last = null;  // the message in which a person pressed last, and the last one then
const late = made("p", "", { className: "late" });
late.setAttribute("role", "status");
timeline.after(late);
let before = "";  // what the messages said when the note came
let kept = null;  // what is kept in sight until a person scrolls or presses: a message's id, or "" for the end

/** Ask the table, as SimCord's page does. */
async function ask(path, more = {}) {
  const { contextId } = window.simcordPreview;
  if (!contextId) return null;
  const headers = { "X-Simcord-Capability": location.hash.slice(1), "X-Simcord-Context": contextId, ...more.headers };
  const answer = await fetch(path, { cache: "no-store", ...more, headers }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** An element with its text. */
function made(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

/** A channel or thread of the list. */
function entry(room) {
  const item = document.createElement("li"), button = made("button", "", { type: "button" });
  button.dataset.room = room.id;
  button.append(made("span", room.name));
  if (room.here) button.setAttribute("aria-current", "page");
  else if (seen.get(room.id) !== room.last) {
    button.append(made("span", nav.dataset.fresh, { className: "visually-hidden" }), made("span", "", { className: "fresh" }));
  }
  button.addEventListener("click", () => turn(room.id));
  item.append(button);
  if (room.threads.length) {
    const threads = document.createElement("ul");
    threads.append(...room.threads.map(entry));
    item.append(threads);
  }
  return item;
}

/** Bring the list of channels up to date; it keeps the focus. */
async function update() {
  const known = await ask("/api/rooms");
  if (!known) return;
  for (const room of known.flatMap((each) => [each, ...each.threads])) {
    if (room.here || !seen.has(room.id)) seen.set(room.id, room.last);
    if (room.here) sessionStorage.setItem(ROOM, room.id);
  }
  const now = JSON.stringify([known, [...seen]]);
  if (now === listed) return;
  listed = now;
  const focused = document.activeElement?.closest?.("[data-room]")?.dataset.room;
  rooms.replaceChildren(...known.map(entry));
  if (focused) rooms.querySelector(`[data-room="${focused}"]`)?.focus({ preventScroll: true });
}

async function turn(room) {
  await ask("/api/action", { method: "POST", headers: { "Tocsin-Room": room } });
  if (by("preview-shell").classList.contains("messages-open")) by("messages-toggle").click();
  await update();
}

/** The last message with controls that an action has answered or changed. */
function answer(ids) {
  const messages = ids.map((id) => list.querySelector(`[data-message-id="${id}"]`)).filter(Boolean);
  const live = messages.filter((each) => each.querySelector(".component-button, .select-trigger"));
  return live.sort((a, b) => (a.compareDocumentPosition(b) & 2 ? -1 : 1))[0];
}

/** Scroll so far that the newest message is in sight, and the controls of the answer, which count more. */
function follow(message) {
  timeline.scrollTop = timeline.scrollHeight;
  if (message) {
    const room = timeline.getBoundingClientRect(), rect = message.getBoundingClientRect();
    timeline.scrollTop -= Math.max(0, room.top - Math.max(rect.top, rect.bottom - room.height));
  }
  // SimCord's page keeps the place of the last scroll event, which would come after its next correction.
  timeline.dispatchEvent(new Event("scroll"));
  kept = message?.dataset.messageId ?? "";
}

/** Follow again: a picture that has come makes its message higher, and pushes the controls out of sight. */
function keep() {
  if (kept !== null) follow(kept && list.querySelector(`[data-message-id="${kept}"]`));
}

/** After each drawing: what a person did is followed to its answer, a channel just opened to its end. */
function drawn() {
  const { viewerId, lastAction, ready } = window.simcordPreview;
  clearTimeout(waiting);
  if (!ready) {
    // The page is drawn before its action is over.
    waiting = setTimeout(drawn, 50);
    return;
  }
  lift(ask);
  const here = `${viewerId} ${by("channel-name").textContent}`;
  if (here !== shown) {
    const first = shown === null, room = sessionStorage.getItem(ROOM);
    shown = here;
    answered = lastAction?.requestId;
    follow(null);
    if (first && room) turn(room);
    else update();
  } else if (lastAction && lastAction.requestId !== answered) {
    answered = lastAction.requestId;
    late.textContent = lastAction.settlement === "timeout" ? list.dataset.late : "";
    before = list.textContent;
    const ids = (lastAction.outcomes || []).map((each) => each.messageId).filter(Boolean);
    // A card is not named as an answer: it changes where it was pressed, or a new one follows.
    const own = !ids.length && list.lastElementChild?.dataset.messageId === last ? [pressed] : ids;
    if (!ids.length && !pressed) return;
    const message = answer(own);
    follow(message);
    // The control that was pressed may be gone: the keyboard goes on at the answer, not at the page's top.
    if (document.activeElement === document.body) {
      (message || list.lastElementChild)?.querySelector(".message-header")?.focus({ preventScroll: true });
    }
  } else {
    if (list.textContent !== before) late.textContent = "";
    keep();
  }
}

document.querySelector(".skip").addEventListener("click", () => by("channel-composer-input").focus());
list.addEventListener("load", keep, true);
for (const own of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  addEventListener(own, () => { kept = null; }, { capture: true, passive: true });
}
for (const own of ["pointerdown", "keydown"]) {
  list.addEventListener(own, (event) => {
    pressed = event.target.closest(".channel-message")?.dataset.messageId ?? pressed;
    last = list.lastElementChild?.dataset.messageId;
  }, { capture: true });
}
new MutationObserver(drawn).observe(app, { attributes: true, attributeFilter: ["aria-busy"] });
setInterval(update, 2000);

/** Styles of the page of boards: columns of pictures, light and dark, from a phone to a wide screen. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --ground: #faf8f5; --card: #fff; --ink: #211d19; --soft: #6d655c; --line: #e7e1d8; --accent: #b3402a; --chip: #efeae2;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #171513; --card: #211e1b; --ink: #f1ece5; --soft: #a89f94; --line: #37322d; --accent: #f0937c; --chip: #2d2925; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, -apple-system, 'Segoe UI', sans-serif; }
header, nav, main { max-width: 1400px; margin: 0 auto; padding: 0 16px; }
header { padding-top: 20px; }
h1 { margin: 0; font-size: 22px; letter-spacing: -0.01em; }
header p { margin: 2px 0 0; color: var(--soft); }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
nav { display: flex; flex-wrap: wrap; gap: 12px 28px; align-items: flex-end; padding-top: 18px; padding-bottom: 14px; }
nav h2 { margin: 0; font-size: 13px; }
nav section .chip { margin: 6px 2px 0 0; }
small { color: var(--soft); font-weight: 400; }
.chip { display: inline-block; padding: 4px 12px; border-radius: 99px; background: var(--chip); color: var(--ink); overflow-wrap: anywhere; }
.chip:hover { text-decoration: none; filter: brightness(0.96); }
.chip[aria-current] { background: var(--ink); color: var(--ground); }
.chip b { font-weight: 500; opacity: 0.6; }
.chip i { font-size: 11px; font-style: normal; opacity: 0.6; }
main { border-top: 1px solid var(--line); padding-top: 14px; padding-bottom: 48px; }
.zone { font-size: 13px; }
.answers { margin-top: 10px; }
.answers summary { cursor: pointer; color: var(--accent); width: max-content; }
.answers label { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin-top: 8px; }
.answers select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 3px 8px; }
.alone nav { max-width: none; padding: 0 0 14px; gap: 8px; }
.alone { margin-top: 12px; }
.alone article { max-width: 900px; margin: 0 auto; }
@media (min-width: 720px) {
  .alone article { display: grid; grid-template: repeat(5, min-content) 1fr / minmax(0, 1fr) minmax(0, 1fr); padding-bottom: 0; }
  .alone article > * { grid-column: 2; }
  .alone article > :first-child { grid-area: 1 / 1 / 7 / 2; }
  .alone .when { padding-bottom: 12px !important; }
}
.alone .description { display: block; }
.alone h3 { font-size: 20px; }
h3 a { color: inherit; }
.what { margin: 0 0 12px; font-size: 17px; }
.pins { columns: 5 220px; column-gap: 16px; }
article { break-inside: avoid; margin: 0 0 16px; padding-bottom: 12px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; }
article > :not(.picture, .slides, .video) { margin: 0; padding: 0 12px; }
.picture { display: block; background: var(--chip); }
video { width: 100%; }
.address { padding-top: 10px !important; font-size: 13px; overflow-wrap: anywhere; user-select: all; }
img { display: block; width: 100%; height: auto; }
.slides { display: flex; margin: 0; padding: 0; list-style: none; overflow-x: auto; scroll-snap-type: x mandatory; scrollbar-width: thin; }
.slides li { position: relative; flex: 0 0 88%; scroll-snap-align: start; }
.slides li + li { border-left: 2px solid var(--card); }
.slides:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.video { position: relative; }
.mark { position: absolute; right: 8px; top: 8px; padding: 1px 8px; border-radius: 99px; background: rgb(0 0 0 / 0.62); color: #fff; font-size: 12px; font-variant-numeric: tabular-nums; pointer-events: none; }
.play { position: absolute; inset: 0; margin: auto; width: 56px; height: 56px; border-radius: 50%; background: rgb(0 0 0 / 0.55); pointer-events: none; }
.play::after { content: ''; position: absolute; left: 22px; top: 17px; border: solid transparent; border-width: 11px 0 11px 18px; border-left-color: #fff; }
.tags { font-size: 12px; color: var(--soft); }
h3 { padding-top: 10px !important; font-size: 15px; line-height: 1.3; overflow-wrap: anywhere; }
.description { color: var(--soft); display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; }
.where { margin-top: 6px !important; font-size: 13px; overflow-wrap: anywhere; }
.when { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 10px; font-size: 12px; color: var(--soft); }
.link { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.empty { color: var(--soft); padding: 40px 0; text-align: center; }
.new { animation: arrive 1.6s ease-out; }
@keyframes arrive { from { opacity: 0; transform: translateY(-10px); box-shadow: 0 0 0 4px var(--accent); } to { opacity: 1; transform: none; box-shadow: 0 0 0 4px transparent; } }
body.consent header, body.consent main { max-width: 560px; }
.consent header { padding-bottom: 16px; }
.consent h2 { margin: 0 0 14px; font-size: 19px; letter-spacing: -0.01em; }
.consent fieldset { margin: 0 0 16px; padding: 6px 12px 10px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
.consent legend { padding: 0 4px; color: var(--soft); font-size: 13px; }
.consent label { display: block; padding: 6px 0; overflow-wrap: anywhere; }
.consent input { accent-color: var(--accent); margin: 0 6px 0 0; }
.consent li { margin: 4px 0; }
.decide { display: flex; gap: 10px; margin: 20px 0; }
.decide button { padding: 9px 22px; border: 1px solid var(--line); border-radius: 99px; background: var(--chip); color: var(--ink); font: inherit; cursor: pointer; }
.decide .chief { border-color: var(--ink); background: var(--ink); color: var(--ground); }
.decide button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.consent .description { display: block; font-size: 13px; }
@media (prefers-reduced-motion: reduce) { .new { animation: none; } }
@media (max-width: 520px) {
  header, nav, main { padding-left: 12px; padding-right: 12px; }
  .pins { columns: 2; column-gap: 10px; }
  article { margin-bottom: 10px; border-radius: 12px; padding-bottom: 10px; }
  article > :not(.picture, .slides, .video) { padding: 0 10px; }
}
`

/** The pages on which a person signs a program in: who asks, the code for Slack, and why it did not work. */
import { closedPage, escapeHtml, nextButton, render, steps } from './layout.js'

const FOOTER = 'Pinslot schedules and publishes Pinterest pins. You confirm in Slack; no page of ours asks for a password.'

export type AskingProgram = { name: string /** null: on the reader's computer */; host: string | null }

/** Escapes what the program says of itself. */
export const askingPage = ({ name, host }: AskingProgram): string =>
  render({
    path: null,
    title: `Sign in “${escapeHtml(name)}”?`,
    lead: `${host === null ? 'A program on this computer' : `The website <strong>${escapeHtml(host)}</strong>`} wants to use Pinslot as you. “${escapeHtml(name)}” is what it calls itself.`,
    body: `<p>In Slack, you choose what it may do. It never gets more than you have.</p>${nextButton('Continue')}
<p>Didn’t start this yourself just now? Close this page.</p>`,
    footer: FOOTER,
  })

export type Said = 'wrong' | 'early'
const SAID = {
  wrong: 'That’s not the number. Type the one that Slack shows you.',
  early: 'Nobody has allowed it in Slack yet. Do steps 1 and 2 first.',
} satisfies Record<Said, string>
export const isSaid = (text: unknown): text is Said => typeof text === 'string' && Object.hasOwn(SAID, text)

export const codePage = ({ code, name, said }: { code: string; name: string; said: Said | null }): string =>
  render({
    path: null,
    title: 'Confirm in Slack',
    lead: `Sign in “${escapeHtml(name)}” within 10 minutes.`,
    body: `${said === null ? '' : `<p class="notice" role="alert">${SAID[said]}</p>`}
${steps(
  `<h3>In Slack, send this command</h3><p><code>/pin agent ${code}</code></p><p>Use the workspace in which your team has Pinslot.</p>`,
  '<h3>Choose what it may do, and press “Allow”</h3><p>Slack then shows you a number.</p>',
  `<h3>Type the number here</h3><form method="post" class="review"><p class="name"><label for="number">Number from Slack</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="12" required><button type="submit">Sign in</button></p></form>
<p>Tell nobody this code or this number: they would act as you.</p>`,
)}
<form method="post"><button type="submit" class="quiet" name="do" value="cancel">Cancel</button></form>`,
    footer: FOOTER,
  })

type Words = { status: number; title: string; lead: string }
const ended = ({ status, title, lead }: Words) => ({
  status,
  page: closedPage(title, lead, FOOTER),
})

/** Pages with their HTTP status. */
export const AGENT_ENDS = {
  client: ended({
    status: 400,
    title: 'We don’t know this program',
    lead: 'Its registration is missing or wrong, or its website didn’t describe it. Add Pinslot to the program again.',
  }),
  redirect: ended({
    status: 400,
    title: 'This program asks for a wrong address',
    lead: 'It wants its answer at an address that it didn’t register. We didn’t send anything there.',
  }),
  over: ended({
    status: 410,
    title: 'This sign-in is over',
    lead: 'It took too long, was already used, or began in another browser. Start again in your program.',
  }),
  foreignForm: ended({
    status: 403,
    title: 'Start again in your program',
    lead: 'This form came from another website, so nothing was done.',
  }),
  tooMany: ended({
    status: 429,
    title: 'Too many attempts',
    lead: 'Nothing was done. Reload this page in a minute.',
  }),
}

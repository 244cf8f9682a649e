/** The page on which the holder of a simulated account grants or denies the app access. */
import { renderDocument } from '../document.js'
import { html, type Markup } from '../page/html.js'
import { SCOPES, type AuthorizeRequest } from './request.js'
import { ROOT } from '../wire.js'

export type Person = { id: string; username: string; displayName: string; isBusiness: boolean }

export const OAUTH_PATH = `${ROOT}/oauth`

export function renderConsent({ clientId, redirectUri, scopes, state }: AuthorizeRequest, people: Person[]): string {
  const request = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: scopes.join(' '), state }
  const fields = Object.entries(request).flatMap(([name, value]) =>
    value === null ? [] : [html`<input type="hidden" name="${name}" value="${value}">\n`],
  )
  return page(html`<h2>Pinslot asks for access to your account</h2>
<form method="post" action="${OAUTH_PATH}">
${fields}<fieldset>
<legend>Who are you?</legend>
${people.map(choice)}</fieldset>
<p>Pinslot will be able to:</p>
<ul>
${scopes.map((scope) => html`<li>${SCOPES[scope] ?? ''} <small>${scope}</small></li>\n`)}</ul>
<p class="decide"><button name="decision" value="allow" class="chief">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>
<p class="description">You’ll go back to ${new URL(redirectUri).host}. The app is “${clientId}”.</p>`)
}

export function renderProblem(problem: string): string {
  return page(html`<h2>This request cannot be shown</h2>
<p>${problem}</p>
<p class="description">Nobody was asked, and nothing was sent back to the app.</p>`)
}

function choice({ id, username, displayName, isBusiness }: Person, index: number): Markup {
  return html`<label><input type="radio" name="user_id" value="${id}" required ${index === 0 ? html`checked` : null}> ${displayName} <small>@${username}, ${isBusiness ? 'a business' : 'a person'}</small></label>
`
}

function page(content: Markup): string {
  const body = html`<body class="consent">
<header>
<h1>Simulated Pinterest</h1>
</header>
<main>
${content}
</main>
</body>`
  return renderDocument({ title: 'Connect', head: null, body })
}

/** The page for language models: one line for each document. @see https://llmstxt.org */
import { SHOWN, type ShownFile, pathOf } from './links.js'

const ABOUT: Record<ShownFile, string> = {
  'guide/first-pin.md': 'from a key to a published pin, with curl and with the TypeScript client',
  'guide/media.md': 'images, videos and carousels, by URL or by upload, with their limits',
  'guide/schedule.md': 'drafts, times, slots, many pins from a CSV file, and paging through lists',
  'guide/many-pins.md': 'a hundred pins in one request, the same change to many, and CSV files, each with a preview and an undo',
  'guide/trends.md': 'what people search for, when its season is, when to start, and which searches fit a board',
  'guide/errors-and-retries.md': 'what each error means, what is safe to retry, idempotency keys, limits',
  'guide/webhooks.md': 'events sent to your URL, and how to verify them',
  'contract.md': 'every rule of /v1, in full',
  'agents.md': 'the same operations as Model Context Protocol tools, for agents whose work people approve',
}

/** @param publicUrl of the service, because the file is read elsewhere and needs absolute addresses */
export const llmsText = (publicUrl: string): string => `# Pinslot

> Pinslot schedules Pinterest pins for teams and publishes each one exactly once, on time. People use it in Slack, programs through the REST API at ${publicUrl}/v1.

- Each request carries \`Authorization: Bearer <API_KEY>\`. \`GET /v1/me\` says what the key can do.
- Success is \`{data, meta}\`, an error \`{error: {code, message, reason?, field?}, meta}\`. Decide by code and reason, never by message.
- Times in requests are ISO 8601 with Z or an offset; in answers they are Unix seconds. Ids are strings.
- Send an \`Idempotency-Key\` with each POST, and the same one when you retry. Wait as long as \`Retry-After\` says.
- A key of a contributor gets 202 with an approval: a person decides in Slack. Do not send it again.

## Guide

${list(['guide/first-pin.md', 'guide/media.md', 'guide/schedule.md', 'guide/many-pins.md', 'guide/trends.md', 'guide/errors-and-retries.md', 'guide/webhooks.md'], publicUrl)}

## Reference

${list(['contract.md', 'agents.md'], publicUrl)}
- [Operations](${publicUrl}/docs.md): every operation with its fields and answers
- [OpenAPI 3.1](${publicUrl}/v1/openapi.json): every operation, field and refusal

## Optional

- [Reference in the browser](${publicUrl}/docs): the same, with a form to try each operation
- [Plans](${publicUrl}/plans): what PAYMENT_REQUIRED means and who can fix it
`

const list = (files: ShownFile[], publicUrl: string): string =>
  files.map((file) => `- [${SHOWN[file]}](${publicUrl}${pathOf(file)}.md): ${ABOUT[file]}`).join('\n')

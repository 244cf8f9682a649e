/** Files come from Slack alone, by the app's own right to read them, and no further than they may. */
import { FILETYPES } from '../../../blocks/kit/filetypes.js'
import { MEDIA_EXTENSIONS } from '../../../src/core/media/formats.js'
import { WebClient } from '@slack/web-api'
import { beforeEach, expect, test } from 'vitest'
import { DomainError } from '../../../src/core/lib/errors.js'
import { botToken, users } from '../../../src/sandbox/slack/ids.js'
import { giveFiles, keepFile } from '../../../src/sandbox/slack/files.js'
import { stageSlackFile } from '../../../src/slack/pictures/files.js'
import { aDatabase } from '../../support/database.js'
import { aPicture } from '../support/a-file.js'
import { aTeam } from '../support/a-team.js'
import { uploadsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const team = aTeam(db)

type Fetch = typeof fetch
/** What Slack's answers become on their way; the download's `init` is what the app sent. */
type Between = {
  info?: (file: Record<string, unknown>) => object
  download?: (url: string, init: RequestInit) => Promise<Response>
}

let file: { id: string; name: string }
let asked: { url: string; headers: Headers }[]
beforeEach(async () => {
  file = await keepFile(db.sql, { userId: users.member, ...(await aPicture('shelf.jpg')) }, new Date())
  await giveFiles(db.sql, [file.id])
  asked = []
})

async function stage({ info, download }: Between = {}, signal = AbortSignal.timeout(10_000)): Promise<string> {
  const { deps, actor, slack } = team.current
  const between: Fetch = async (input, init = {}) => {
    const url = new Request(input).url
    asked.push({ url, headers: new Headers(init.headers) })
    if (!url.includes('/api/')) return download ? download(url, init) : slack.fetch(input, init)
    const response = await slack.fetch(input, init)
    if (!info) return response
    const answer = (await response.json()) as { file: Record<string, unknown> } // of files.info
    return Response.json({ ...answer, file: info(answer.file) })
  }
  const client = new WebClient(botToken, { fetch: between, retryConfig: { retries: 0 } })
  return stageSlackFile({ deps, actor, client, fetch: between, signal }, file)
}

async function refusal(staging: Promise<unknown>): Promise<string> {
  const error = await staging.catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error('it was not refused', { cause: error })
  expect(error).toMatchObject({ code: 'BAD_REQUEST', details: { field: 'uploadId' } })
  return error.message
}

test('a file becomes an upload, fetched with the token of the app', async () => {
  expect(await stage()).toMatch(/^up_/)
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/files.info',
    expect.stringMatching(/\/download\/shelf\.jpg$/),
  ])
  expect(asked[1]?.headers.get('authorization')).toBe(`Bearer ${botToken}`)
  expect(await uploadsOf(team.current)).toEqual({ open: 1, attached: 0 })
})

test.each([
  ['another host', 'https://files.slack.com.evil.test/shelf.jpg'],
  ['another port', 'https://files.slack.com:8443/shelf.jpg'],
  ['no encryption', 'http://files.slack.com/shelf.jpg'],
  ['this machine', 'https://127.0.0.1/shelf.jpg'],
])('the token goes to Slack alone: %s', async (_case, address) => {
  const info = (known: object) => ({ ...known, url_private: address, url_private_download: address })
  expect(await refusal(stage({ info }))).toBe('“shelf.jpg” is stored outside of Slack. Save it and choose it here again.')
  expect(asked).toHaveLength(1)
})

test('the login page in place of the bytes means that the right to read files is missing', async () => {
  const { slack } = team.current
  const download = (url: string) => slack.fetch(url) // as somebody without a token
  expect(await refusal(stage({ download }))).toContain('needs permission to read files (files:read)')
  expect(await uploadsOf(team.current)).toEqual({ open: 0, attached: 0 })
})

test('nor is a redirect to it followed', async () => {
  const headers = { location: 'https://pinslot-local.slack.com/?redir=%2Ffiles-pri' }
  const download = async (_url: string, init: RequestInit) => {
    expect(init.redirect).toBe('manual')
    return new Response(null, { status: 302, headers })
  }
  expect(await refusal(stage({ download }))).toContain('needs permission to read files (files:read)')
})

test('a file of a shared channel without an address is told', async () => {
  const info = ({ id }: Record<string, unknown>) => ({ id, file_access: 'check_file_info' })
  expect(await refusal(stage({ info }))).toContain('belongs to another workspace')
})

test.each(['tombstone', 'hidden_by_limit'])('of a deleted file Slack keeps a %s', async (mode) => {
  expect(await refusal(stage({ info: (known) => ({ ...known, mode }) }))).toBe(
    '“shelf.jpg” is no longer in Slack. Choose it again.',
  )
})

test('what no pin can have is refused before a byte is fetched', async () => {
  const info = (known: object) => ({ ...known, name: 'plan.pdf', filetype: 'pdf' })
  expect(await refusal(stage({ info }))).toContain('isn’t an image or video we can use')
  expect(asked).toHaveLength(1)
})

test('what is too large is refused before a byte is fetched', async () => {
  const info = (known: object) => ({ ...known, size: 21 * 1024 * 1024 })
  expect(await refusal(stage({ info }))).toBe('“shelf.jpg” is too large: images can have up to 20 MiB.')
  expect(asked).toHaveLength(1)
})

test('a size is only a claim: the bytes are counted as they come', async () => {
  let sent = 0
  const chunk = new Uint8Array(1024 * 1024)
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(chunk)
    },
  })
  const download = async () => new Response(endless, { headers: { 'content-type': 'image/jpeg' } })
  expect(await refusal(stage({ download }))).toMatch(/^“shelf\.jpg”: the image is larger than 20 MiB/)
  expect(sent).toBeLessThan(40)
  expect(await uploadsOf(team.current)).toEqual({ open: 0, attached: 0 })
})

test('a pasted picture whose name has no extension goes by Slack’s own type', async () => {
  expect(await stage({ info: (known) => ({ ...known, name: 'image', filetype: 'jpg' }) })).toMatch(/^up_/)
})

test.each(['shelf.jfif', 'shelf.JPE', 'shelf.heif', 'shelf.m4v'])('%s is staged by its name', async (name) => {
  expect(await stage({ info: (known) => ({ ...known, name, filetype: 'binary' }) })).toMatch(/^up_/)
})

test('a download that stands still ends with the time it has', async () => {
  const stop = new AbortController()
  const download = async (_url: string, { signal }: RequestInit) => {
    const silent = new ReadableStream({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        controller.enqueue(new Uint8Array(10))
        stop.abort()
      },
    })
    return new Response(silent, { headers: { 'content-type': 'image/jpeg' } })
  }
  expect(await refusal(stage({ download }, stop.signal))).toContain('took too long to load from Slack')
})

test('trouble of Slack’s own is told as such, and logged', async () => {
  const download = async () => new Response('upstream', { status: 503 })
  expect(await refusal(stage({ download }))).toBe('“shelf.jpg” couldn’t be loaded from Slack. Try again in a moment.')
  expect(team.current.logged).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'a file did not come from Slack' }),
  )
})

test('a file field offers only what the core takes', () => {
  expect(MEDIA_EXTENSIONS).toEqual(expect.arrayContaining(FILETYPES))
})

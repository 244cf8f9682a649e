import { readdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DomainError } from '../../src/core/lib/errors.js'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import { badRequest } from '../../src/core/lib/errors.js'
import { isPublicIp } from '../../src/core/lib/http/public-address.js'
import { makeRemote, type RemoteOptions, type Wanted } from '../../src/media/remote.js'
import { ownTempDir } from '../support/temp-dir.js'
import { aVideo } from '../support/videos.js'

ownTempDir('remote')
let hits = 0
const routes = new Map<string, RequestListener>()
const server = createServer((request, response) => {
  hits++
  const route = routes.get(request.url ?? '')
  if (route) void route(request, response)
  else response.writeHead(404).end()
})
await new Promise<void>((resolve) => server.listen(0, '::', resolve))
const { port } = server.address() as AddressInfo
const shutdown: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of shutdown) await close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  hits = 0
})

const remote = (options: RemoteOptions) => {
  const made = makeRemote(options)
  shutdown.push(() => made.close())
  return made
}
/** As in production but for the port, so that a way in would be seen as a hit. */
const strict = remote({ ports: null })
/** The test's own server counts as public. */
const open = remote({ ports: null, allow: () => true })
const MIB = 1024 * 1024
const image: Wanted = {
  kind: 'image',
  maxBytes: 20 * MIB,
  timeoutMs: 10_000,
  tooLarge: () => badRequest('mediaUrl', 'mediaUrl: the image is larger than 20 MiB.'),
}
const video: Wanted = { ...image, kind: 'video' }
const here = (path: string) => `http://127.0.0.1:${port}${path}`

const refusal = async (get: Promise<unknown>): Promise<string> => {
  const error: unknown = await get.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  expect([error.code, error.details.field]).toEqual(['BAD_REQUEST', 'mediaUrl'])
  expect(error.message).toContain('mediaUrl')
  return error.message
}

test.each([
  '127.0.0.1',
  '127.1',
  '127.0.0.2',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '168.63.129.16',
  '[::ffff:168.63.129.16]',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[::ffff:0:127.0.0.1]',
])('the host %s is refused and never reached', async (host) => {
  expect(await refusal(strict.get(`http://${host}:${port}/`, 'mediaUrl', image))).toMatch(/must be public/)
  expect(hits).toBe(0)
})

test.each(['localhost', 'LOCALHOST', 'no-such-name.invalid'])(
  'the name %s is refused in the same words, whether it is one of the inside or none',
  async (name) => {
    const refused = await refusal(strict.get(`http://${name}:${port}/`, 'mediaUrl', image))
    expect([refused, hits]).toEqual(['mediaUrl: the URL could not be fetched. Check that anyone can open it.', 0])
  },
)

test.each(['8.8.8.8', '151.101.0.84', '2606:4700::6810:84e5', '2a00:1450:4001::200e'])('%s is public', (address) => {
  expect(isPublicIp(address)).toBe(true)
})
test.each(['', 'localhost', '1', '999.1.1.1', 'fe80::1%eth0'])('%j is not a public address', (address) => {
  expect(isPublicIp(address)).toBe(false)
})

const answers = (addresses: string[]): NonNullable<RemoteOptions['resolve']> =>
  // only the form with all addresses is used by the connector
  ((_host: string, _options: object, callback: (error: null, found: { address: string; family: number }[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as NonNullable<RemoteOptions['resolve']>

test.each([
  ['a private address', ['127.0.0.1']],
  ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
  ['a mapped private address', ['::ffff:127.0.0.1']],
  ['the inside of a cloud', ['168.63.129.16']],
  ['no address', []],
])('a name that resolves to %s is refused and never reached', async (_what, addresses) => {
  const rebinding = remote({ ports: null, resolve: answers(addresses) })
  expect(await refusal(rebinding.get(`http://rebind.test:${port}/`, 'mediaUrl', image))).toMatch(/could not be fetched/)
  expect(hits).toBe(0)
})

test('a resolver that answers differently each time is asked once: what was checked is what is connected to', async () => {
  let asked = 0
  const allowed = new Set(['127.0.0.1'])
  const turning: NonNullable<RemoteOptions['resolve']> = ((...call: Parameters<ReturnType<typeof answers>>) => {
    asked++
    answers([asked === 1 ? '127.0.0.1' : '127.0.0.2'])(...call)
  }) as unknown as NonNullable<RemoteOptions['resolve']>
  routes.set('/ok', (_request, response) => response.end('fine'))
  const turned = remote({ ports: null, resolve: turning, allow: (address) => allowed.has(address) })
  // the server listens on :: so that 127.0.0.1 arrives as itself
  expect((await turned.get(`http://turning.test:${port}/ok`, 'mediaUrl', image)).toString()).toBe('fine')
  expect(asked).toBe(1)
})

test('only ports 80 and 443', async () => {
  const anywhere = remote({ allow: () => true })
  expect(await refusal(anywhere.get(here('/'), 'mediaUrl', image))).toMatch(/port 80 or 443/)
  expect(hits).toBe(0)
})

test.each([
  'file:///etc/passwd',
  'ftp://a.test/x.jpg',
  'data:image/png;base64,AA',
  'gopher://a.test',
  'nothing',
  '//a.test/x',
  '',
])('%j is not fetched', async (url) => {
  expect(await refusal(open.get(url, 'mediaUrl', image))).toMatch(/http or https/)
})
test('a URL with a password is refused', async () => {
  expect(await refusal(open.get(`http://user:secret@127.0.0.1:${port}/`, 'mediaUrl', image))).toMatch(/password/)
})

test('a redirect is followed three times, not four', async () => {
  for (let step = 0; step < 5; step++)
    routes.set(`/step${step}`, (_request, response) => response.writeHead(302, { location: `/step${step + 1}` }).end())
  routes.set('/step5', (_request, response) => response.end('arrived'))
  expect((await open.get(here('/step2'), 'mediaUrl', image)).toString()).toBe('arrived')
  expect(await refusal(open.get(here('/step1'), 'mediaUrl', image))).toMatch(/more than 3 times/)
})

test.each([
  ['a private address', 'http://169.254.169.254/latest/meta-data/', /must be public/],
  ['another scheme', 'file:///etc/passwd', /http or https/],
])('a redirect to %s is refused', async (_what, location, sentence) => {
  routes.set('/away', (_request, response) => response.writeHead(302, { location }).end())
  const half = remote({ ports: null, allow: (address) => address.endsWith('127.0.0.1') })
  expect(await refusal(half.get(here('/away'), 'mediaUrl', image))).toMatch(sentence)
  expect(hits).toBe(1)
})

test.each([
  ['no head', (_request: unknown, _response: unknown) => {}],
  [
    'a body that drips',
    (_request: unknown, response: { write(text: string): void }) => {
      response.write('x')
      const drip = setInterval(() => response.write('x'), 50)
      setTimeout(() => clearInterval(drip), 1500)
    },
  ],
] as const)('%s: too slow', async (_what, route) => {
  routes.set('/slow', route)
  const hurried = remote({ ports: null, allow: () => true, timeoutMs: 400 })
  expect(await refusal(hurried.get(here('/slow'), 'mediaUrl', image))).toMatch(/too long to answer/)
})

test.each([
  ['said in advance', { 'content-length': String(30 * 1024 * 1024) }],
  ['never said', {}],
])('too large, %s', async (_what, headers) => {
  routes.set('/huge', (_request, response) => {
    response.writeHead(200, headers)
    const block = Buffer.alloc(1024 * 1024)
    const more = (left: number) => {
      if (left > 0 && !response.destroyed) response.write(block, () => more(left - 1))
    }
    more(30)
  })
  expect(await refusal(open.get(here('/huge'), 'mediaUrl', image))).toMatch(/larger than 20 MiB/)
})

test.each([404, 500, 204, 304])('status %i is told', async (status) => {
  routes.set('/status', (_request, response) => response.writeHead(status).end())
  expect(await refusal(open.get(here('/status'), 'mediaUrl', image))).toContain(String(status))
})

const busyHost = async (get: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await get.catch((thrown: unknown) => thrown)
  return error instanceof DomainError ? error.details.busyHost : error
}

test.each([408, 429, 500, 502, 503, 504])('status %i is marked as that of a busy host, with its Retry-After', async (status) => {
  routes.set('/busy', (_request, response) => response.writeHead(status, { 'retry-after': '120' }).end())
  routes.set('/busy-too', (_request, response) => response.writeHead(status).end())
  expect(await busyHost(open.get(here('/busy'), 'mediaUrl', image))).toEqual({ retryAfter: '120' })
  expect(await busyHost(open.download(here('/busy-too'), 'mediaUrl', video))).toEqual({ retryAfter: null })
})

test('so is what is too slow or breaks off, and nothing that is refused for good', async () => {
  const hurried = remote({ ports: null, allow: () => true, timeoutMs: 400 })
  routes.set('/never', () => undefined)
  routes.set('/reset', (request) => void request.socket.destroy())
  routes.set('/gone', (_request, response) => response.writeHead(404, { 'retry-after': '120' }).end())
  expect(await busyHost(hurried.get(here('/never'), 'mediaUrl', image))).toEqual({ retryAfter: null })
  expect(await busyHost(open.get(here('/reset'), 'mediaUrl', image))).toEqual({ retryAfter: null })
  expect(await busyHost(open.get(here('/gone'), 'mediaUrl', image))).toBeUndefined()
  expect(await busyHost(strict.get(here('/gone'), 'mediaUrl', image))).toBeUndefined() // a private address
})

test('a connection that breaks is told', async () => {
  routes.set('/broken', (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x', () => response.destroy())
  })
  expect(await refusal(open.get(here('/broken'), 'mediaUrl', image))).toMatch(/could not be fetched/)
})

const leftovers = () => readdir(tmpdir())

test('a download is a file of its own, and gone once removed', async () => {
  const bytes = aVideo({ mdatBytes: 3 * MIB })
  routes.set('/clip', (_request, response) => response.end(bytes))
  const before = await leftovers()
  const { file, bytes: length, remove } = await open.download(here('/clip'), 'mediaUrl', video)
  expect((await readFile(file)).equals(bytes)).toBe(true)
  expect(length).toBe(bytes.length)
  await remove()
  expect(await leftovers()).toEqual(before)
})

test.each([
  ['breaks off', (response: ServerResponse) => response.write(aVideo(), () => response.destroy()), /could not be fetched/],
  ['is too large', (response: ServerResponse) => response.end(Buffer.concat([aVideo(), Buffer.alloc(2 * MIB)])), /larger than/],
  ['stops coming', (response: ServerResponse) => response.write(aVideo()), /too long to answer/],
])('a download that %s leaves nothing behind', async (_what, answer, sentence) => {
  routes.set('/broken-clip', (_request, response) => void answer(response))
  const before = await leftovers()
  const small = remote({ ports: null, allow: () => true, maxBytes: MIB, timeoutMs: 500 })
  expect(await refusal(small.download(here('/broken-clip'), 'mediaUrl', video))).toMatch(sentence)
  expect(await leftovers()).toEqual(before)
})

test('a video comes by the same guard as a picture', async () => {
  expect(await refusal(strict.download(`http://169.254.169.254:${port}/`, 'mediaUrl', video))).toMatch(/must be public/)
  routes.set('/off', (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
  const half = remote({ ports: null, allow: (address) => address.endsWith('127.0.0.1') })
  expect(await refusal(half.download(here('/off'), 'mediaUrl', video))).toMatch(/must be public/)
})

test('who named the wrong kind is told so from the first bytes, however long the file is', async () => {
  const kindOf = async (get: Promise<unknown>) => {
    const error: unknown = await get.catch((thrown: unknown) => thrown)
    return error instanceof DomainError ? [error.details.field, error.message] : error
  }
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  routes.set('/png', (_request, response) => response.end(picture))
  routes.set('/mp4', (_request, response) => void response.writeHead(200, { 'content-length': 30 * MIB }).write(aVideo()))
  const hasVideo = ['mediaType', 'mediaType does not match: mediaUrl leads to a video, not to an image. Send mediaType video.']
  expect(await kindOf(open.get(here('/mp4'), 'mediaUrl', image))).toEqual(hasVideo)
  const hasImage = ['mediaType', 'mediaType does not match: mediaUrl leads to an image, not to a video. Send mediaType image.']
  expect(await kindOf(open.download(here('/png'), 'mediaUrl', video))).toEqual(hasImage)
  const item = 'carouselItems[0].mediaUrl'
  expect(await kindOf(open.get(here('/mp4'), item, image))).toEqual([
    item,
    `${item} leads to a video. A carousel can only have images.`,
  ])
  expect(await kindOf(open.get(here('/mp4'), 'cover.mediaUrl', image))).toEqual([
    'cover.mediaUrl',
    'cover.mediaUrl leads to a video. Send an image, or a second of the video.',
  ])
})

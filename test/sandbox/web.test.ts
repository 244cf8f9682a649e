/** The web of the sandbox: a folder for each host. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'
import { makePictures } from '../../src/media/pictures.js'
import { makeRemote } from '../../src/media/remote.js'
import { makeSandboxWeb } from '../../src/sandbox/web/stand-in.js'
import { put } from '../core/preflight/support/web-world.js'

const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
put(folder, 'secret.txt', 'not for anybody')
put(folder, 'site.example.com/index.html', 'home')
put(folder, 'site.example.com/shelf/index.html', 'shelf')
put(folder, 'site.example.com/lamp.html', 'lamp')
put(folder, 'site.example.com/lamp.html.meta.json', '{"status": 410, "headers": {"X-Robots-Tag": "none"}, "delayMs": 5}')
put(folder, 'site.example.com/moved.meta.json', '{"status": 301, "headers": {"Location": "/shelf"}}')
put(folder, 'site.example.com/one.png', 'png')
put(folder, '10.0.0.1/index.html', 'inside')
const web = makeSandboxWeb(folder)
const told = async (where: string) => {
  const found = await web.answer(where)
  return typeof found === 'object' ? [found.status, found.body.toString()] : found
}

test('a path is its file, or the index of its folder; what is not there is 404', async () => {
  expect(await told('https://site.example.com/')).toEqual([200, 'home'])
  expect(await told('https://site.example.com/shelf')).toEqual([200, 'shelf'])
  expect(await told('https://site.example.com/shelf/?utm=1#top')).toEqual([200, 'shelf'])
  expect(await told('https://site.example.com/none')).toMatchObject([404, expect.stringContaining('Not found')])
  expect(await told('https://site.example.com/one.png')).toEqual([200, 'png'])
})

test('a meta file beside it says status, headers and delay', async () => {
  expect(await web.answer('https://site.example.com/lamp.html')).toMatchObject({
    status: 410,
    headers: { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'none' },
    delayMs: 5,
  })
  expect(await web.answer('https://site.example.com/moved')).toMatchObject({ status: 301, headers: { location: '/shelf' } })
  expect(await told('https://site.example.com/lamp.html.meta.json')).toMatchObject([404, expect.any(String)])
})

test('pictures and videos by address are answered with status, redirects and delay, too', async () => {
  const png = await sharp({ create: { width: 200, height: 300, channels: 3, background: 'olive' } })
    .png()
    .toBuffer()
  const meta = (name: string, given: object) => put(folder, `site.example.com/${name}.meta.json`, JSON.stringify(given))
  for (const name of ['there.png', 'slow.png', 'busy.png', 'quick.png']) put(folder, `site.example.com/${name}`, png)
  meta('from.png', { status: 302, headers: { location: '/there.png' } })
  meta('out.png', { status: 302, headers: { location: 'http://127.0.0.1/there.png' } })
  meta('round.png', { status: 302, headers: { location: '/round.png' } })
  meta('busy.png', { status: 503, headers: { 'Retry-After': '7' } })
  meta('slow.png', { delayMs: 5_000 })
  meta('quick.png', { delayMs: 50 })
  const pictures = makePictures({
    limits: MEDIA_LIMITS,
    remote: makeRemote({ standIn: (url) => web.answer(url), timeoutMs: 1_000 }),
  })
  const fetched = (name: string, host = 'site.example.com') => pictures.fetch(`https://${host}/${name}`, 'mediaUrl')
  expect((await fetched('from.png')).equals(png)).toBe(true)
  expect((await fetched('quick.png')).equals(png)).toBe(true)
  await expect(fetched('none.png')).rejects.toThrow('the server answered with status 404')
  await expect(fetched('busy.png')).rejects.toMatchObject({ details: { busyHost: { retryAfter: '7' } } })
  await expect(fetched('busy.png')).rejects.toThrow('the server answered with status 503')
  await expect(fetched('slow.png')).rejects.toThrow('took too long')
  await expect(fetched('round.png')).rejects.toThrow('redirects more than 3 times')
  await expect(fetched('out.png')).rejects.toThrow('must be public')
  await expect(fetched('one.png', 'nobody.example.com')).rejects.toThrow('could not be fetched')
  await pictures.close()
})

test('nothing outside of a host’s folder is read, and no address by number', async () => {
  for (const way of ['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/../secret.txt', '/..%2f..%2fetc%2fpasswd', '/%00', '/%ff'])
    expect(await told(`https://site.example.com${way}`), way).toMatchObject([404, expect.any(String)])
  expect(await told('http://10.0.0.1/')).toBeUndefined()
  expect(await told('https://pinterest.com/')).toBeUndefined()
})

test('the seeded pins lead to pages without any folder; a name that is nobody’s exists beside a folder alone', async () => {
  const own = makeSandboxWeb(null)
  expect(await own.answer('https://shop.example.com/open-shelves')).toMatchObject({ status: 200 })
  expect(await web.answer('https://shop.example.com/open-shelves')).toMatchObject({ status: 200 })
  expect([await own.answer('https://gone.example.com/'), await web.answer('https://gone.example.com/')]).toEqual([
    'offline',
    'dns',
  ])
})

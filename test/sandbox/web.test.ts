/** The web of the sandbox: a folder for each host. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
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
  expect((await web.read('https://site.example.com/one.png'))?.toString()).toBe('png')
  expect(await web.read('https://site.example.com/lamp.html')).toBeUndefined()
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeSamples } from '../../src/sandbox/samples/samples.js'

const dir = mkdtempSync(path.join(tmpdir(), 'samples-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const samples = makeSamples({ dir, ownPort: () => 3000 })

test('a sample is a tall JPEG, the same bytes each time', async () => {
  const bytes = await samples.read('vase-1.jpg')
  const facts = await sharp(bytes).metadata()
  expect({ format: facts.format, width: facts.width, height: facts.height }).toEqual({
    format: 'jpeg',
    width: 1000,
    height: 1500,
  })
  const again = await makeSamples({ dir, ownPort: () => 3000 }).read('vase-1.jpg')
  expect(again?.equals(bytes!)).toBe(true)
})

test.each(['http://127.0.0.1:3000/sandbox/media/vase-1.jpg', 'http://localhost:3000/sandbox/media/lamp-2.jpg?x=1'])(
  'our own address %s is recognised',
  async (url) => {
    expect(await samples.readByUrl(url)).toBeInstanceOf(Buffer)
  },
)

test.each([
  'http://127.0.0.1:3001/sandbox/media/vase-1.jpg',
  'https://127.0.0.1:3000/sandbox/media/vase-1.jpg',
  'http://evil.test:3000/sandbox/media/vase-1.jpg',
  'http://127.0.0.1:3000/sandbox/media/../clock',
  'http://127.0.0.1:3000/sandbox/media/nothing.jpg',
  'http://127.0.0.1:3000/v1/accounts',
  'not a url',
])('%s is not one of our samples', async (url) => {
  expect(await samples.readByUrl(url)).toBeUndefined()
})

test('a browser gets the samples as a page of pictures with their addresses, a program as JSON', async () => {
  const app = Fastify()
  await app.register(samples.plugin)
  const get = (accept: string) => app.inject({ url: '/sandbox/media/', headers: { accept, host: '127.0.0.1:3000' } })
  const page = await get('text/html,application/xhtml+xml,*/*;q=0.8')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  for (const name of samples.names) expect(page.body).toContain(`<code>http://127.0.0.1:3000/sandbox/media/${name}</code>`)
  expect(page.body).toContain('<video')
  const list = await get('*/*')
  expect(list.json()).toEqual({ samples: samples.names.map((name) => `/sandbox/media/${name}`) })
  expect([page.headers['vary'], list.headers['vary']]).toEqual(['accept', 'accept'])
  await app.close()
})

import { expect, test } from 'vitest'
import { articleOf } from '../../../src/http/docs/documents.js'

const idsOf = (headings: string[]) => {
  const { body } = articleOf(`# Title\n\nLead.\n\n${headings.map((text) => `## ${text}`).join('\n\n')}\n`)
  return [...body.matchAll(/<h2 id="([^"]*)">/g)].map(([, id]) => id)
}

test('a heading has the anchor of what it shows: without the addresses of its links, and numbered where it is there already', () => {
  const headings = [
    'The `send_at` of a pin',
    '[Media](media.md) (and [videos](videos.md#length))',
    'Don’t & *won’t*',
    'Media and videos',
  ]
  expect(idsOf([...headings, 'Media and videos'])).toEqual([
    'the-send_at-of-a-pin',
    'media-and-videos',
    'dont--wont',
    'media-and-videos-1',
    'media-and-videos-2',
  ])
})

test('a heading of 200,000 brackets that no link closes has its anchor', () => {
  expect(idsOf([`${'['.repeat(200_000)}Shelf`])).toEqual(['shelf'])
})

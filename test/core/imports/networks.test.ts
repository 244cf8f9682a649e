/** Files of programs that plan for several networks. */
import { expect, test } from 'vitest'
import { csvLines } from '../../../src/core/many/csv-cells.js'
import { aDatabase } from '../../support/database.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { preview } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const A = 'https://pictures.test/200x300-a33'

test('a line for other networks is left out, whatever its program calls that column', async () => {
  const world = await aStudio()
  const cells = [
    'Facebook',
    'instagram, linkedin',
    'Pinterest',
    'facebook;pinterest',
    'pinterest_business',
    'My brand',
    'X',
    'X factory',
    '',
  ]
  for (const column of ['Network', 'Platforms', 'Social networks', 'Channel(s)']) {
    const file = csvLines([['Text', 'Image URL', column], ...cells.map((cell) => ['Light', A, cell])])
    const { created, errors } = await preview(world, file)
    expect([created, errors.map(({ line, message }) => [line, message])]).toEqual([
      6,
      [2, 3, 8].map((line) => [line, `“${column}” says that this line is not for Pinterest.`]),
    ])
  }
})

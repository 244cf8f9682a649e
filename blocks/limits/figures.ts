/** Slack's limits for tables and charts. */
import { elementsOf, type Json, lengthProblem, listProblem } from './rules.js'

type MostOf = { rows: number; cells: number; characters: number }
export function inspectRows(rows: unknown, at: string, most: MostOf): string[] {
  const lists: unknown[] = Array.isArray(rows) ? rows : []
  const characters = JSON.stringify(lists.map((row) => elementsOf(row).map(({ text }) => text))).length
  return [
    ...listProblem(rows, `${at}/rows`, 1, most.rows),
    ...lists.flatMap((row, index) => listProblem(row, `${at}/rows/${index}`, 1, most.cells)),
    ...(characters > most.characters ? [`${at} holds ${characters} characters, at most ${most.characters} fit a table`] : []),
  ]
}

/** @see https://docs.slack.dev/reference/block-kit/blocks/data-table-block */
export function inspectDataTable(block: Json, at: string): string[] {
  const rows: unknown[] = Array.isArray(block['rows']) ? block['rows'] : []
  const cells = rows.map(elementsOf)
  const { page_size: page } = block
  return [
    ...inspectRows(rows, at, { rows: 101, cells: 20, characters: 20_000 }),
    ...(rows.length === 1 ? [`${at}/rows has no row below its header`] : []),
    ...(cells.some(({ length }) => length !== cells[0]?.length) ? [`${at}/rows are not of one length`] : []),
    ...(cells[0]?.some(({ type }) => type === 'rich_text') ? [`${at}/rows/0 has rich text`] : []),
    ...cells
      .flat()
      .flatMap(({ type, text, value }, index) => [
        ...(type === 'rich_text' ? [] : lengthProblem(text, `${at}/cells/${index}/text`, 1, Infinity)),
        ...(type === 'raw_number' && !Number.isFinite(value) ? [`${at}/cells/${index}/value must be a number`] : []),
      ]),
    ...(block['caption'] === undefined ? [`${at}/caption is required`] : []),
    ...(page === undefined || (Number.isInteger(page) && Number(page) >= 1 && Number(page) <= 100)
      ? []
      : [`${at}/page_size is not from 1 to 100`]),
  ]
}

/** @see https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export function inspectChart(block: Json, at: string): string[] {
  const chart = (block['chart'] ?? {}) as Json // each of its fields is inspected below
  const problems = lengthProblem(block['title'], `${at}/title`, 1, 50)
  if (chart['type'] === 'pie') {
    const segments = elementsOf(chart['segments'])
    return [
      ...problems,
      ...listProblem(chart['segments'], `${at}/chart/segments`, 1, 6),
      ...segments.flatMap(({ label }, index) => lengthProblem(label, `${at}/chart/segments/${index}/label`, 1, 20)),
    ]
  }
  if (!['line', 'bar', 'area'].includes(String(chart['type']))) return [...problems, `${at}/chart/type is unknown`]
  const { categories } = (chart['axis_config'] ?? {}) as Json // as above
  const labels: unknown[] = Array.isArray(categories) ? categories : []
  const series = elementsOf(chart['series'])
  return [
    ...problems,
    ...listProblem(categories, `${at}/chart/axis_config/categories`, 1, 20),
    ...labels.flatMap((label, index) => lengthProblem(label, `${at}/chart/axis_config/categories/${index}`, 1, 20)),
    ...(new Set(labels).size < labels.length ? [`${at}/chart/axis_config/categories has one twice`] : []),
    ...listProblem(chart['series'], `${at}/chart/series`, 1, 6),
    ...(new Set(series.map(({ name }) => name)).size < series.length ? [`${at}/chart/series has a name twice`] : []),
    ...series.flatMap(({ name, data }, index) => [
      ...lengthProblem(name, `${at}/chart/series/${index}/name`, 1, 20),
      ...(JSON.stringify(elementsOf(data).map(({ label }) => label)) === JSON.stringify(labels)
        ? []
        : [`${at}/chart/series/${index}/data has not one point for each category`]),
      ...(elementsOf(data).every(({ value }) => Number.isFinite(value))
        ? []
        : [`${at}/chart/series/${index}/data has no number`]),
    ]),
  ]
}

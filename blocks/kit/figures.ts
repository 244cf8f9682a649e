/** Tables and charts that Slack draws itself: people sort and copy them, and screen readers read them. */
import type { AnyBlock, DataTableBlock } from '@slack/types'
import { whole } from './numbers.js'
import { insteadOf } from './older.js'

/** null: not known. */
type Cell = string | number | null

/** The most rows of a table, below its header, and the most categories of a chart. */
const MOST_ROWS = 100
const MOST_POINTS = 20
const UNKNOWN = '–'
/** The rows that are shown before the reader turns the page. */
const PAGE = 7

/**
 * A table whose first column names its rows. Slack shows none in a modal or on Home.
 * @see https://docs.slack.dev/reference/block-kit/blocks/data-table-block
 */
export function dataTable(caption: string, head: readonly string[], rows: readonly (readonly Cell[])[]): DataTableBlock[] {
  if (rows.length === 0) return []
  const cells = rows.slice(0, MOST_ROWS).map((row) => row.map(cellOf))
  return [{ type: 'data_table', caption, page_size: PAGE, rows: [head.map(cellOf), ...cells] }]
}

const cellOf = (cell: Cell): DataTableBlock['rows'][number][number] =>
  typeof cell === 'number'
    ? { type: 'raw_number', value: cell, text: whole(cell) }
    : { type: 'raw_text', text: cell === null || cell === '' ? UNKNOWN : cell }

export type LineChart = { title: string; lines: { name: string; values: number[] }[] }

/** @slack/types has no type for it. @see https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
type ChartBlock = {
  type: 'data_visualization'
  title: string
  chart: {
    type: 'line'
    series: { name: string; data: { label: string; value: number }[] }[]
    axis_config: { categories: string[] }
  }
}

/** @param labels at least two, each different @param drawn what stands in for the charts where a workspace takes none */
export function lineCharts(labels: readonly string[], charts: readonly LineChart[], drawn: readonly AnyBlock[]): AnyBlock[] {
  if (labels.length < 2 || labels.length > MOST_POINTS) return [...drawn]
  const blocks = charts.map(
    ({ title, lines }): ChartBlock => ({
      type: 'data_visualization',
      title,
      chart: {
        type: 'line',
        series: lines.map(({ name, values }) => ({
          name,
          data: labels.map((label, index) => ({ label, value: values[index] ?? 0 })),
        })),
        axis_config: { categories: [...labels] },
      },
    }),
  )
  return [...blocks, ...drawn.map((block) => insteadOf('data_visualization', block))]
}

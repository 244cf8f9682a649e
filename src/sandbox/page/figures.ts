/** Tables and charts as HTML. */
import { attributes, escape } from '../html.js'
import { type Block, wordsOf } from '../slack/block-kit.js'

type Cell = { type: string; text?: string; elements?: { elements?: { text?: string }[] }[] }
type Table = { caption?: string; rows?: Cell[][]; row_header_column_index?: number }

const textOf = ({ text, elements = [] }: Cell): string =>
  text ?? elements.flatMap((section) => (section.elements ?? []).map((piece) => piece.text ?? '')).join('')

/** Draws all rows in a box that scrolls, in place of Slack's pages. */
export function renderTable(block: Block): string {
  const { caption = '', rows = [], row_header_column_index: first = 0 } = block as Table // the limits were checked
  const cell = (one: Cell, index: number, isHead: boolean) => {
    const tag = isHead || index === first ? 'th' : 'td'
    const scope = tag === 'td' ? undefined : isHead ? 'col' : 'row'
    return `<${tag}${attributes({ scope })}>${escape(textOf(one))}</${tag}>`
  }
  const row = (cells: Cell[], isHead: boolean) => `<tr>${cells.map((one, index) => cell(one, index, isHead)).join('')}</tr>`
  const [head = [], ...others] = rows
  return `<div class="rows" tabindex="0" role="region" aria-label="${escape(caption || 'Table')}"><table><caption>${escape(caption)}</caption><thead>${row(head, true)}</thead><tbody>${others.map((one) => row(one, false)).join('')}</tbody></table></div>`
}

type Point = { label: string; value: number }
type Series = { name: string; data: Point[] }
type Chart = { type: string; series?: Series[]; segments?: Point[]; axis_config?: { categories?: string[] } }

const WIDTH = 480
const HEIGHT = 150

/** Draws lines and areas as lines, bars as bars; a pie is a list. */
export function renderChart(block: Block): string {
  const title = wordsOf(block.title) // a chart’s title is a string
  const { type, series = [], segments, axis_config: axis } = (block['chart'] ?? {}) as Chart // the limits were checked
  const heading = `<figcaption>${escape(title)}</figcaption>`
  if (segments)
    return `<figure class="chart">${heading}<ul>${segments.map((one) => `<li>${pointText(one)}</li>`).join('')}</ul></figure>`
  const labels = axis?.categories ?? []
  const most = Math.max(1, ...series.flatMap(({ data }) => data.map(({ value }) => value)))
  const drawn = series.map((one, index) => (type === 'bar' ? bars : line)(one, { index, count: series.length, most })).join('')
  const said = `${title}. ${series.map(({ name, data }) => `${name}: ${data.map(({ label, value }) => `${label} ${value}`).join(', ')}`).join('. ')}`
  const legend = series.map(({ name }, index) => `<li class="s${index % 6}"><span>${escape(name)}</span></li>`).join('')
  const ends = [labels[0], labels.at(-1)].map((label) => `<span>${escape(label ?? '')}</span>`).join('')
  return `<figure class="chart">${heading}<p class="most">${most.toLocaleString('en-US')}</p><svg${attributes({ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': said })}>${drawn}</svg><p class="ends">${ends}</p><ul class="legend">${legend}</ul></figure>`
}

const pointText = ({ label, value }: Point): string => `${escape(label)}: ${value.toLocaleString('en-US')}`

type Place = { index: number; count: number; most: number }
const heightOf = (value: number, most: number) => (Math.max(0, value) / most) * (HEIGHT - 10)

function line({ data }: Series, { index, most }: Place): string {
  const at = data.map(({ value }, point) => [
    Math.round(((point + 0.5) * WIDTH) / data.length),
    Math.round(HEIGHT - 5 - heightOf(value, most)),
  ])
  const dots = at.map(
    ([x, y], point) => `<circle cx="${x}" cy="${y}" r="3"><title>${pointText(data[point] ?? NONE)}</title></circle>`,
  )
  return `<g class="s${index % 6}"><polyline points="${at.map((point) => point.join(',')).join(' ')}"/>${dots.join('')}</g>`
}
const NONE = { label: '', value: 0 }

function bars({ data }: Series, { index, count, most }: Place): string {
  const room = WIDTH / data.length
  const width = (room * 0.8) / count
  const drawn = data.map((point, at) => {
    const height = heightOf(point.value, most)
    return `<rect x="${Math.round(at * room + room * 0.1 + index * width)}" y="${Math.round(HEIGHT - height)}" width="${Math.round(width)}" height="${Math.round(height)}"><title>${pointText(point)}</title></rect>`
  })
  return `<g class="s${index % 6}">${drawn.join('')}</g>`
}

/** What the modules that lay pictures out share. They are JavaScript with types in comments, because their process runs them from src as from dist. */

/** In px of the picture, from its top left. */
export type Box = { x: number; y: number; width: number; height: number }

export type TextStyle = {
  x: number
  y: number
  /** In px. */
  size: number
  color: string
  weight?: 'normal' | 'bold'
  align?: 'left' | 'center' | 'right'
  /** `y` is the middle of the line, not its top. */
  middle?: boolean
}

/** Of a box or several. */
export type Paint = { fill: string; stroke?: string; lineWidth?: number; opacity?: number }

/** A graphic of the chart library: what its `renderItem` returns. */
export type Graphic = { type: string; shape?: object; style?: object; x?: number; y?: number }

/** What the chart library draws, and how large: in px. */
export type Layout = { option: Record<string, unknown>; width: number; height: number }

/** Along the side of a panel: the highest line, and all of them from 0. */
export type Scale = { top: number; ticks: number[] }

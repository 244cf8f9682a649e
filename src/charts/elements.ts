/**
 * Types that the layout modules share. These are JavaScript with types in comments, because their process runs them from src as
 * from dist.
 */

/** Position and size in px, from the picture's top left. */
export type Box = { x: number; y: number; width: number; height: number }

export type TextStyle = {
  x: number
  y: number
  /** The font size in px. */
  size: number
  color: string
  weight?: 'normal' | 'bold'
  align?: 'left' | 'center' | 'right'
  /** `y` is the middle of the line instead of its top. */
  middle?: boolean
}

/** The style of one or several boxes. */
export type Paint = { fill: string; stroke?: string; lineWidth?: number; opacity?: number }

/** A graphic of the chart library, as a custom series returns it. */
export type Graphic = { type: string; shape?: object; style?: object; x?: number; y?: number }

/** The chart library's option and the picture's size in px. */
export type Layout = { option: Record<string, unknown>; width: number; height: number }

/** The lines along the side of a panel: the highest, and all from 0. */
export type Scale = { top: number; ticks: number[] }

/** Instants are Dates inside and Unix seconds at the wire. */
import { z } from 'zod'

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
export const secondsOrNull = (at: Date | null): number | null => (at ? seconds(at) : null)

export const secondsSchema = z.int().meta({ description: 'Unix seconds', examples: [1772463600] })

/** The buttons that fit a picture to 2:3, and the one that restores the original. */
import type { ActionsBlock, Button } from '@slack/types'
import type { PictureFit } from '../../../src/core/media/post-media.js'
import { actions, button } from '../../kit/kit.js'
import { mayEdit, type Origin, pinRef } from '../buttons.js'
import { type Card, type CardPost, isChangeable, titleOf } from '../text.js'

export const action = { fitCrop: 'fit_crop', fitCard: 'fit_card', fitOriginal: 'fit_original' } as const

/** Height by width: below `TALL` Pinterest shows a pin small among the others, above `TOO_TALL` it cuts it off. */
const TALL = 1.2
const TOO_TALL = 2.1

const FITS: Record<PictureFit, { says: string; actionId: string }> = {
  crop: { says: 'Crop to 2:3', actionId: action.fitCrop },
  card: { says: 'Put on a card', actionId: action.fitCard },
  original: { says: 'Use the original', actionId: action.fitOriginal },
}

export type FitPost = Pick<CardPost, 'id' | 'accountId' | 'status' | 'mediaType' | 'title' | 'savedPin' | 'media'>

/** The fits to offer for a picture; a card needs a title. @param isAsked true offers them for a tall picture, too */
export function fitsFor(post: FitPost, isAsked = false): PictureFit[] {
  const { mediaType, title, savedPin, media } = post
  if (!isChangeable(post) || mediaType !== 'image' || savedPin || media.length === 0) return []
  const now = media.find(({ fit = null }) => fit !== null)?.fit ?? 'original'
  if (now === 'original' && !isAsked && shapeOf(media) === undefined) return []
  const all: PictureFit[] = ['crop', ...(title === null && now !== 'card' ? [] : ['card' as const])]
  return all.map((fit) => (fit === now ? 'original' : fit)) // so no button moves under the pointer
}

/** `Wide (16:9): small on Pinterest.`; undefined if the shape is good or the picture was already fitted. */
export function shapeText({ mediaType, media }: Pick<FitPost, 'mediaType' | 'media'>): string | undefined {
  const odd = mediaType === 'image' && media.every(({ fit = null }) => fit === null) ? shapeOf(media) : undefined
  if (!odd) return undefined
  const { width, height } = odd
  if (height / width > TOO_TALL) return `Very tall (${ratioOf(width, height)}): Pinterest cuts off its bottom.`
  return `${width > height ? 'Wide' : 'Not tall'} (${ratioOf(width, height)}): small on Pinterest.`
}

/** The first picture that is not tall enough, or too tall. */
const shapeOf = (media: FitPost['media']): { width: number; height: number } | undefined =>
  media.flatMap(({ width = 2, height = 3 }) => (height / width < TALL || height / width > TOO_TALL ? [{ width, height }] : []))[0]

function ratioOf(width: number, height: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const by = divisor(width, height)
  if (Math.max(width, height) / by <= 20) return `${width / by}:${height / by}`
  const of = (ratio: number) => String(Number(ratio.toFixed(2)))
  return width > height ? `${of(width / height)}:1` : `1:${of(height / width)}`
}

export const fitButtons = (
  post: Pick<FitPost, 'id' | 'accountId' | 'title' | 'savedPin'>,
  fits: readonly PictureFit[],
  from: Origin,
): Button[] =>
  fits.map((fit) => {
    const { says, actionId } = FITS[fit]
    return button({ text: says, actionId, value: pinRef(post, from), label: `${says}: ${titleOf(post)}` })
  })

/** @param isShort true shows the row only if preflight found a bad ratio or the picture is fitted */
export function fitRow({ post, reader, findings = [] }: Card, isShort = false): ActionsBlock[] {
  if (!mayEdit(post, reader)) return []
  const isFound = findings.some(({ code }) => code === 'picture_ratio')
  const isFitted = post.media.some(({ fit = null }) => fit !== null)
  const fits = isShort && !isFound && !isFitted ? [] : fitsFor(post, isFound)
  return fits.length === 0 ? [] : [actions(fitButtons(post, fits, 'card'))]
}

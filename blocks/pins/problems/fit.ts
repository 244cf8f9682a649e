/** What can be done about a picture that is not tall, in one press each; and the way back. */
import type { ActionsBlock, Button } from '@slack/types'
import type { PictureFit } from '../../../src/core/media/post-media.js'
import { action } from '../../ids.js'
import { actions, button } from '../../kit/kit.js'
import { mayEdit, type Origin, pinRef } from '../buttons.js'
import { type Card, type CardPost, isChangeable, titleOf } from '../text.js'

/** Height by width: below it Pinterest shows a pin small among the others. */
const TALL = 1.2

const FITS: Record<PictureFit, { says: string; actionId: string }> = {
  crop: { says: 'Crop to 2:3', actionId: action.fitCrop },
  card: { says: 'Put on a card', actionId: action.fitCard },
  original: { says: 'Use the original', actionId: action.fitOriginal },
}

export type FitPost = Pick<CardPost, 'id' | 'accountId' | 'status' | 'mediaType' | 'title' | 'savedPin' | 'media'>

/** What its picture may become. A card shows the title, so it needs one. @param isAsked whether it is offered for a tall one, too */
export function fitsFor(post: FitPost, isAsked = false): PictureFit[] {
  const { mediaType, title, savedPin, media } = post
  if (!isChangeable(post) || mediaType !== 'image' || savedPin || media.length === 0) return []
  const now = media.find(({ fit = null }) => fit !== null)?.fit ?? 'original'
  const isTall = media.every(({ width, height }) => width === undefined || height === undefined || height / width >= TALL)
  if (now === 'original' && isTall && !isAsked) return []
  const all: PictureFit[] = ['crop', ...(title === null ? [] : ['card' as const]), 'original']
  return all.filter((fit) => fit !== now)
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

/** @param isShort only where something was found, or was done already */
export function fitRow({ post, reader, findings = [] }: Card, isShort = false): ActionsBlock[] {
  if (!mayEdit(post, reader)) return []
  const isFound = findings.some(({ code }) => code === 'picture_ratio')
  const isFitted = post.media.some(({ fit = null }) => fit !== null)
  const fits = isShort && !isFound && !isFitted ? [] : fitsFor(post, isFound)
  return fits.length === 0 ? [] : [actions(fitButtons(post, fits, 'card'))]
}

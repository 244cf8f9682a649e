/**
 * The few phrases that a draft adds to a page's own text, by language. They state nothing: figures and names come from the page.
 */
import { minorDigits } from '../../lib/prose/money-marks.js'
import type { PageFigures, PageKind, PagePrice } from '../../ports/page.js'

export const DRAFT_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const
export type DraftLanguage = (typeof DRAFT_LANGUAGES)[number]

type Phrases = {
  from: string
  ready: string
  days: string
  hours: string
  minutes: string
  ingredients: string
  steps: string
  /** A sentence with the placeholders `{value}` and `{count}`. */
  reviews: string
  ratings: string
  invites: Readonly<Partial<Record<PageKind, string>>>
}

const PHRASES: Readonly<Record<DraftLanguage, Phrases>> = {
  en: {
    from: 'From {}',
    ready: 'Ready in {}',
    days: '{} days',
    hours: '{} hr',
    minutes: '{} min',
    ingredients: '{} ingredients',
    steps: '{} steps',
    reviews: '{value} stars ({count} reviews)',
    ratings: '{value} stars ({count} ratings)',
    invites: {
      recipe: 'Get the full recipe.',
      article: 'Read the full story.',
      list: 'See the whole list.',
      howto: 'See every step.',
      event: 'See all the details.',
      product: 'See it in the shop.',
    },
  },
  de: {
    from: 'Ab {}',
    ready: 'Fertig in {}',
    days: '{} Tagen',
    hours: '{} Std.',
    minutes: '{} Min.',
    ingredients: '{} Zutaten',
    steps: '{} Schritte',
    reviews: '{value} Sterne ({count} Bewertungen)',
    ratings: '{value} Sterne ({count} Bewertungen)',
    invites: {
      recipe: 'Zum ganzen Rezept.',
      article: 'Zum ganzen Artikel.',
      list: 'Zur ganzen Liste.',
      howto: 'Zur ganzen Anleitung.',
      event: 'Alle Infos auf der Seite.',
      product: 'Mehr dazu im Shop.',
    },
  },
  fr: {
    from: 'À partir de {}',
    ready: 'Prêt en {}',
    days: '{} jours',
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingrédients',
    steps: '{} étapes',
    reviews: '{value} étoiles ({count} avis)',
    ratings: '{value} étoiles ({count} notes)',
    invites: {
      recipe: 'Toute la recette est sur le site.',
      article: 'À lire en entier sur le site.',
      list: 'Toute la liste est sur le site.',
      howto: 'Toutes les étapes sont sur le site.',
      event: 'Toutes les infos sont sur le site.',
      product: 'À découvrir en boutique.',
    },
  },
  es: {
    from: 'Desde {}',
    ready: 'Lista en {}',
    days: '{} días',
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingredientes',
    steps: '{} pasos',
    reviews: '{value} estrellas ({count} opiniones)',
    ratings: '{value} estrellas ({count} valoraciones)',
    invites: {
      recipe: 'Mira la receta completa.',
      article: 'Lee el artículo completo.',
      list: 'Mira la lista completa.',
      howto: 'Mira todos los pasos.',
      event: 'Mira todos los detalles.',
      product: 'Descúbrelo en la tienda.',
    },
  },
  it: {
    from: 'Da {}',
    ready: 'Tempo: {}',
    days: '{} giorni',
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingredienti',
    steps: '{} passaggi',
    reviews: '{value} stelle ({count} recensioni)',
    ratings: '{value} stelle ({count} voti)',
    invites: {
      recipe: 'Scopri la ricetta completa.',
      article: 'Leggi l’articolo completo.',
      list: 'Scopri la lista completa.',
      howto: 'Scopri tutti i passaggi.',
      event: 'Scopri tutti i dettagli.',
      product: 'Scoprilo nel negozio.',
    },
  },
  nl: {
    from: 'Vanaf {}',
    ready: 'Klaar in {}',
    days: '{} dagen',
    hours: '{} uur',
    minutes: '{} min',
    ingredients: '{} ingrediënten',
    steps: '{} stappen',
    reviews: '{value} sterren ({count} beoordelingen)',
    ratings: '{value} sterren ({count} beoordelingen)',
    invites: {
      recipe: 'Bekijk het hele recept.',
      article: 'Lees het hele artikel.',
      list: 'Bekijk de hele lijst.',
      howto: 'Bekijk alle stappen.',
      event: 'Bekijk alle details.',
      product: 'Bekijk het in de winkel.',
    },
  },
  pt: {
    from: 'A partir de {}',
    ready: 'Pronto em {}',
    days: '{} dias',
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingredientes',
    steps: '{} passos',
    reviews: '{value} estrelas ({count} avaliações)',
    ratings: '{value} estrelas ({count} avaliações)',
    invites: {
      recipe: 'Veja a receita completa.',
      article: 'Leia o artigo completo.',
      list: 'Veja a lista completa.',
      howto: 'Veja todos os passos.',
      event: 'Veja todos os detalhes.',
      product: 'Conheça na loja.',
    },
  },
}

export const isDraftLanguage = (language: string | null): language is DraftLanguage =>
  DRAFT_LANGUAGES.some((one) => one === language)

export const inviteOf = (language: DraftLanguage | null, kind: PageKind): string | undefined =>
  language === null ? undefined : PHRASES[language].invites[kind]

const INVITES = Object.values(PHRASES).flatMap(({ invites }) => Object.values(invites))

/** Removes the closing invitation, such as “Read the full story.”, which says nothing about the subject. */
export const withoutInvite = (description: string): string => {
  const invite = INVITES.find((one) => description.endsWith(` ${one}`))
  return invite === undefined ? description : description.slice(0, -invite.length - 1)
}

/** Every word of the phrases, to distinguish them from names. */
export const PHRASE_WORDS: ReadonlySet<string> = new Set(
  Object.values(PHRASES)
    .flatMap(({ invites, ...phrases }) => [...Object.values(phrases), ...Object.values(invites)])
    .flatMap((text) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []),
)

/** Formats a price in the language; undefined for an unknown currency. */
export function priceText({ amount, currency, isFrom }: PagePrice, language: DraftLanguage): string | undefined {
  const value = Number(amount)
  const digits = Math.max(2, minorDigits(currency))
  try {
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
      maximumFractionDigits: digits,
    })
    const text = plainSpaces(format.format(value))
    return isFrom ? PHRASES[language].from.replace('{}', text) : text
  } catch {
    return undefined
  }
}

/** Splits minutes; days are used from two days on. */
export function timeParts(minutes: number): ['days' | 'hours' | 'minutes', number][] {
  const days = minutes < 2 * 1_440 ? 0 : Math.floor(minutes / 1_440)
  const rest = minutes - days * 1_440
  return [
    ['days', days],
    ['hours', Math.floor(rest / 60)],
    ['minutes', rest % 60],
  ]
}

export function timeText(minutes: number, language: DraftLanguage): string {
  const phrases = PHRASES[language]
  const parts = timeParts(minutes).flatMap(([unit, count]) => (count === 0 ? [] : [phrases[unit].replace('{}', String(count))]))
  return phrases.ready.replace('{}', parts.join(' '))
}

/** Formats the day as written, regardless of the reader's zone. */
export function dayText(date: string, language: DraftLanguage): string {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, day))
}

export const countText = (what: 'ingredients' | 'steps', count: number, language: DraftLanguage): string =>
  PHRASES[language][what].replace('{}', String(count))

export const ratingText = (
  { value, count, of = 'reviews' }: NonNullable<PageFigures['rating']>,
  language: DraftLanguage,
): string =>
  PHRASES[language][of]
    .replace('{value}', plainSpaces(new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(Number(value))))
    .replace('{count}', plainSpaces(new Intl.NumberFormat(language).format(count)))

const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

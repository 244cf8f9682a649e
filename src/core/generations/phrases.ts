/** The few words that a draft adds to a page's own, by language. They state nothing: figures and names come from the page. */
import type { PageFigures, PageKind, PagePrice } from '../ports/page.js'

export const DRAFT_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const
export type DraftLanguage = (typeof DRAFT_LANGUAGES)[number]

type Phrases = {
  from: string
  ready: string
  hours: string
  minutes: string
  ingredients: string
  steps: string
  /** `{value}` and `{count}` */
  rating: string
  invites: Readonly<Partial<Record<PageKind, string>>>
}

const PHRASES: Readonly<Record<DraftLanguage, Phrases>> = {
  en: {
    from: 'From {}',
    ready: 'Ready in {}',
    hours: '{} hr',
    minutes: '{} min',
    ingredients: '{} ingredients',
    steps: '{} steps',
    rating: '{value} stars ({count} reviews)',
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
    hours: '{} Std.',
    minutes: '{} Min.',
    ingredients: '{} Zutaten',
    steps: '{} Schritte',
    rating: '{value} Sterne ({count} Bewertungen)',
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
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingrédients',
    steps: '{} étapes',
    rating: '{value} étoiles ({count} avis)',
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
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingredientes',
    steps: '{} pasos',
    rating: '{value} estrellas ({count} opiniones)',
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
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingredienti',
    steps: '{} passaggi',
    rating: '{value} stelle ({count} recensioni)',
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
    hours: '{} uur',
    minutes: '{} min',
    ingredients: '{} ingrediënten',
    steps: '{} stappen',
    rating: '{value} sterren ({count} beoordelingen)',
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
    hours: '{} h',
    minutes: '{} min',
    ingredients: '{} ingredientes',
    steps: '{} passos',
    rating: '{value} estrelas ({count} avaliações)',
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

/** “Read the full story.” says nothing of what a draft is about. */
export const withoutInvite = (description: string): string => {
  const invite = INVITES.find((one) => description.endsWith(` ${one}`))
  return invite === undefined ? description : description.slice(0, -invite.length - 1)
}

/** Every word of them, for telling them from names. */
export const PHRASE_WORDS: ReadonlySet<string> = new Set(
  Object.values(PHRASES)
    .flatMap(({ invites, ...phrases }) => [...Object.values(phrases), ...Object.values(invites)])
    .flatMap((text) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []),
)

/** With its currency, as people of the language write it. Undefined: of no currency that is known. */
export function priceText({ amount, currency, isFrom }: PagePrice, language: DraftLanguage): string | undefined {
  const value = Number(amount)
  try {
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
      maximumFractionDigits: 2,
    })
    const text = plainSpaces(format.format(value))
    return isFrom ? PHRASES[language].from.replace('{}', text) : text
  } catch {
    return undefined
  }
}

export function timeText(minutes: number, language: DraftLanguage): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const { hours: inHours, minutes: inMinutes, ready } = PHRASES[language]
  const parts = [hours > 0 ? inHours.replace('{}', String(hours)) : '', rest > 0 ? inMinutes.replace('{}', String(rest)) : '']
  return ready.replace('{}', parts.filter((part) => part !== '').join(' '))
}

/** The day that is written, wherever the reader is. */
export function dayText(date: string, language: DraftLanguage): string {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, day))
}

export const countText = (what: 'ingredients' | 'steps', count: number, language: DraftLanguage): string =>
  PHRASES[language][what].replace('{}', String(count))

export const ratingText = ({ value, count }: NonNullable<PageFigures['rating']>, language: DraftLanguage): string =>
  PHRASES[language].rating
    .replace('{value}', plainSpaces(new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(Number(value))))
    .replace('{count}', plainSpaces(new Intl.NumberFormat(language).format(count)))

const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

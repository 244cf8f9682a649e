/** Durations are read whole or not at all, and no value stands in for another. */
import { describe, expect, test } from 'vitest'
import { minutesIn } from '../../../src/web/page/figures.js'
import { readContent } from '../../../src/web/page/read-content.js'

describe('by ISO 8601', () => {
  test.each([
    ['PT45M', 45],
    ['PT1H30M', 90],
    ['pt1h30m', 90],
    ['PT90M', 90],
    ['PT10080M', 10_080],
    ['P1W', 10_080],
    ['P7D', 10_080],
    ['P1DT2H', 1_560],
    ['P0Y0M0DT1H30M0.000S', 90],
    ['P0DT0H45M0S', 45],
    ['PT1.5H', 90],
    ['PT1,5H', 90],
    ['PT0.25H', 15],
    ['PT4200S', 70],
    ['PT1H0M', 60],
    ['PT0M', null],
    ['P0D', null],
    ['PT90S', null],
    ['PT1H0M30S', null],
    ['P30M', null],
    ['P1Y', null],
    ['PT-30M', null],
    ['-PT30M', null],
    ['PTNaNM', null],
    ['PT', null],
    ['P', null],
    ['PT1H30', null],
    ['PT30M45', null],
    ['P99999999D', null],
  ])('%s', (text, wanted) => expect(minutesIn(text, 'en')).toBe(wanted))
})

describe('in words and quantities', () => {
  test.each([
    ['8 hours', 'en', 480],
    ['1 hour 30 minutes', 'en', 90],
    ['1 hr 30 mins', 'en', 90],
    ['1h 30m', 'en', 90],
    ['45 Min.', 'de', 45],
    ['2 Stunden und 10 Minuten', 'de', 130],
    ['1 heure et 20 minutes', 'fr', 80],
    ['2 horas', 'es', 120],
    ['1 ora e 15 minuti', 'it', 75],
    ['40 минут', 'ru', 40],
    ['30分', 'ja', 30],
    ['1時間30分', 'ja', 90],
    ['1.5 hours', 'en', 90],
    ['8-10 hours', 'en', null],
    ['about 8 hours', 'en', null],
    ['overnight', 'en', null],
    ['30', 'en', null],
    ['1:30', 'en', null],
    ['1 1/2 hours', 'en', null],
    ['30 minutes 1 hour', 'en', null],
    [{ '@type': 'QuantitativeValue', value: 30, unitCode: 'MIN' }, 'en', 30],
    [{ '@type': 'QuantitativeValue', value: '2', unitText: 'hours' }, 'en', 120],
    [{ '@type': 'QuantitativeValue', value: 30 }, 'en', null],
    [{ '@type': 'Duration', minValue: 'PT30M', maxValue: 'PT1H' }, 'en', null],
    [{ '@type': 'Duration', minValue: 'PT1H', maxValue: 'PT60M' }, 'en', 60],
    [['PT30M', 'PT0.5H'], 'en', 30],
    [['PT30M', 'PT40M'], 'en', null],
    [[], 'en', null],
    [null, 'en', null],
  ])('%j (%s)', (value, language, wanted) => expect(minutesIn(value, language)).toBe(wanted))
})

describe('a value stands under its own name alone', () => {
  const factsOf = (more: object, type = 'Recipe') => {
    const data = { '@type': type, name: 'Limoncello', ...more }
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    return readContent(`<html lang="en"><head>${script}</head><body><h1>Limoncello</h1></body></html>`, 'https://blog.example/x')
      .facts
  }

  test('a part of the time is not the whole of it', () => {
    expect(factsOf({ prepTime: 'PT5M' }).minutes).toBeNull()
    expect(factsOf({ cookTime: 'PT5M' }).minutes).toBeNull()
    expect(factsOf({ prepTime: 'PT5M', totalTime: 'overnight' }).minutes).toBeNull()
    expect(factsOf({ prepTime: 'PT5M', cookTime: 'PT10M', totalTime: 'PT1H' }).minutes).toBe(60)
    expect(factsOf({ performTime: 'PT5M' }, 'HowTo').minutes).toBeNull()
  })

  test('ratings are not told as reviews', () => {
    const rated = (more: object) => factsOf({ aggregateRating: { ratingValue: '4.8', ...more } }).rating
    expect(rated({ ratingCount: 129 })).toEqual({ value: '4.8', count: 129, of: 'ratings' })
    expect(rated({ ratingCount: 129, reviewCount: '1,031' })).toEqual({ value: '4.8', count: 1031, of: 'reviews' })
    expect(rated({ ratingCount: 129, reviewCount: 'many' })).toBeNull()
    expect(rated({ ratingCount: '1.5' })).toBeNull()
    expect(factsOf({ aggregateRating: { ratingValue: '5.9', ratingCount: 3 } }).rating).toBeNull()
  })

  test('a day that does not exist, or on which nothing happens any more, is no date', () => {
    const dateOf = (more: object) => factsOf(more, 'Event').date
    expect(dateOf({ startDate: '2026-12-05' })).toBe('2026-12-05')
    expect(dateOf({ startDate: '2026-12-05T19:00:00+01:00' })).toBe('2026-12-05T19:00:00+01:00')
    expect(dateOf({ startDate: '2026-02-30' })).toBeNull()
    expect(dateOf({ startDate: '2026-12-05T25:00' })).toBeNull()
    expect(dateOf({ startDate: '05.12.2026', endDate: '2026-12-06' })).toBeNull()
    expect(dateOf({ startDate: '2026-12-05', eventStatus: 'https://schema.org/EventPostponed' })).toBeNull()
    expect(dateOf({ startDate: '2026-12-05', eventStatus: 'https://schema.org/EventCancelled' })).toBeNull()
  })

  test('a heading among the ingredients is none of them', () => {
    expect(factsOf({ recipeIngredient: ['For the syrup:', '10 lemons', '1 l of vodka'] }).ingredients).toBe(2)
  })
})

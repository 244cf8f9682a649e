/** Which language a keyword is in, as far as a few words show. A wrong guess costs an inflection, no more. Pure. */
import { guessLanguage } from './detector.js'

export type Language = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt'

/**
 * Words are folded. `own` are words (of what people pin) and endings that the others hardly have; `shared` and the letters,
 * which also occur in borrowed words and names, count only together with something else.
 */
type Evidence = { own: string; shared: string; endings?: RegExp; letters?: RegExp }

const EVIDENCE: Readonly<Record<Language, Evidence>> = {
  de: {
    own: `und oder mit fur vom zum zur im basteln backen nahen stricken hakeln ideen rezept rezepte kuche kuchen wohnzimmer schlafzimmer
      kinderzimmer badezimmer garten geschenk geschenke weihnachten hochzeit geburtstag ostern herbst frisur frisuren haare kleid kleider
      schuhe lampe lampen regal bucher tisch stuhl einfach einfache schnell schnelle gesund wohnung schrank vorhange teppich tapete schone
      selber machen weihnachtsdeko`,
    shared: 'der die das den dem des ein eine einen am an in von deko haus kinder bett sofa klein kleine modern',
    endings: /(?:ungen|chen|keit|zimmer|kuchen|regal|schrank|tisch|schmuck|rezepte?|ideen)$/,
    letters: /[äöüß]/,
  },
  en: {
    own: `and the for with of how to from your best easy small room living kitchen bedroom bathroom house home garden wedding party birthday
      recipe recipes cake cakes cookies cards dress dresses outfit outfits hair nails shoes shower tree bed life beach lily surprise man men
      women kids baby girl boy cut gift gifts hard free full movie film cast`,
    shared: `decor art ideas in a on no series season online watch dvd hd imdb camera tablet laptop stand adapter pro paint colors king
      salad blanket makeover`,
  },
  es: {
    own: `recetas receta faciles facil cocina comedor dormitorio decoracion decorar manualidades regalo regalos navidad boda bodas cumpleanos
      cabello peinado peinados vestidos zapatos jardin pequenas pequenos pequena ninos ninas bonito bonitos libro libros silla lampara lamparas
      estanteria hogar unas novia pasteles salas hacer`,
    shared: 'el los las la del de con para por y en como casa sala mesa vestido pared cortas largo decoradas ideas',
    endings: /(?:cion|ciones)$/,
    letters: /[ñ¿¡]/,
  },
  fr: {
    own: `pour avec dans recette recettes maison chambre cuisine salle bain jardin cadeau cadeaux noel mariage anniversaire coiffure coiffures
      cheveux robes chaussures idees facile faciles enfant enfants gateau gateaux etagere bureau femme homme bebe`,
    shared: 'le la les des du de et sur une au aux deco salon idee petit petite moderne robe',
    endings: /(?:eaux|ettes|iques|euses?)$/,
    letters: /[éèêœùûîç]/,
  },
  it: {
    own: `ricetta ricette cucina bagno soggiorno giardino regalo regali natale natalizie matrimonio compleanno capelli vestiti scarpe facili
      bambini piccolo piccola libreria lampada unghie arredamento`,
    shared: 'il lo gli della dei delle di con per nel nella una idee casa camera letto torta torte facile salotto',
    endings: /(?:zione|zioni)$/,
    letters: /[ìòù]/,
  },
  nl: {
    own: `het een voor recept recepten keuken woonkamer slaapkamer badkamer tuin cadeautjes kerst bruiloft verjaardag kapsel kapsels jurk
      jurken schoenen makkelijk makkelijke taart taarten boekenkast kast zelf leuke knutselen ideeen`,
    shared: 'van met op en de haar klein kleine huis lamp maken kinderen cadeau inspiratie',
    endings: /(?:tjes?|heid|kamer|kast)$/,
    letters: /ĳ/,
  },
  pt: {
    own: `receitas receita cozinha quarto banheiro jardim decoracao presentes casamento aniversario cabelo cabelos vestido sapatos ideias
      faceis bolos bolo criancas unhas artesanato festa`,
    shared: 'os um uma dos das de com para em no na casa sala decoradas pequena pequeno infantil natal',
    endings: /(?:cao|coes|inhos?|inhas?)$/,
    letters: /[ãõç]/,
  },
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g))

const LANGUAGES = Object.entries(EVIDENCE).map(([language, { own, shared, endings, letters }]) => ({
  language: language as Language, // the keys of EVIDENCE
  own: setOf(own),
  shared: setOf(shared),
  endings,
  letters,
}))

const CANDIDATES = LANGUAGES.map(({ language }) => language)
const isCandidate = (language: string): language is Language => CANDIDATES.some((candidate) => candidate === language)

/** How much surer of it than of English the detector must be: most short keywords are English, many of them names. */
const MARGIN = 0.05

/**
 * The language with the most evidence of the lists; where they have none, also none for English, what the detector is sure of. Else English.
 * @param keyword as typed
 * @param words of it, folded
 */
export function languageOf(keyword: string, words: readonly string[]): Language {
  const typed = keyword.toLowerCase().normalize('NFC')
  const scores = LANGUAGES.map(({ language, own, shared, endings, letters }) => {
    let score = letters?.test(typed) ? 0.6 : 0
    for (const word of words) score += own.has(word) || endings?.test(word) ? 1 : shared.has(word) ? 0.5 : 0
    return { language, score }
  }).sort((a, b) => b.score - a.score)
  const [first, second] = scores
  if (first && second && first.score >= 1 && first.score > second.score) return first.language
  return scores.some(({ language, score }) => language === 'en' && score > 0) ? 'en' : byLetters(keyword)
}

function byLetters(keyword: string): Language {
  const guess = guessLanguage(keyword, CANDIDATES)
  if (!guess || !isCandidate(guess.language)) return 'en'
  return (guess.scores[guess.language] ?? 0) - (guess.scores.en ?? 0) >= MARGIN ? guess.language : 'en'
}

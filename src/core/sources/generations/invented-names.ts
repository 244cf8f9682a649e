/**
 * Finds names in a text that are not on its page. A capital marks a name, except at the beginning of a sentence, in a title of
 * capitals, or in German; there a word counts as a name unless it is a common word. Pure.
 */
import { fold } from '../../insight/relevance/words/fold.js'
import { stemOf } from '../../insight/relevance/words/stems.js'
import { type DraftLanguage, PHRASE_WORDS, DRAFT_LANGUAGES } from './phrases.js'

export const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
const BEGINNING = /(?:[.!?…:–—|·•“”"«»„(¿¡]|(?<!\s)[^\S\n]*\n)\s*$/u

/** The words of a page. */
export type Known = {
  language: DraftLanguage
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
  /** Pairs of adjacent words. */
  pairs: ReadonlySet<string>
  /** True when common words also have capitals. */
  isCapitalizing: boolean
}

/** @param prose sentences of the page, which show its use of capitals */
export function knownOf(source: string, prose: readonly string[], language: DraftLanguage): Known {
  const words = new Set(wordsOf(source))
  const inOrder = (source.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’]s$/, ''))
  const pairs = new Set(inOrder.slice(1).map((word, at) => `${inOrder[at]} ${word}`))
  const stems = new Set([...words].map((word) => stemOf(fold(word), language)))
  return { language, words, stems, pairs, isCapitalizing: language === 'de' || capitalsIn(prose) > 0.2 }
}

/** Returns the share of capitalized words among those that do not begin a sentence. */
function capitalsIn(prose: readonly string[]): number {
  const inside = prose.flatMap((sentence) => (sentence.match(WORD) ?? []).slice(1)).filter((word) => word.length >= 4)
  return inside.length < 30 ? 0 : inside.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length / inside.length
}

export function inventedNamesIn(text: string, known: Known): string[] {
  return piecesOf(text).flatMap((piece) => {
    const words = [...piece.matchAll(WORD)]
    const saysNothing = known.isCapitalizing || isTitleCase(words.map(([word]) => word))
    return words.flatMap((match, at) => {
      const [word] = match
      const isMixed = /\p{Ll}\p{Lu}/u.test(word)
      if (!/^\p{Lu}/u.test(word) && !isMixed) return []
      if (isKnown(word, known)) {
        const pair = saysNothing ? undefined : pairOf(words, at, piece)
        return pair === undefined || stands(pair, known) ? [] : [pair]
      }
      if (PHRASE_WORDS.has(word.toLowerCase())) return []
      const begins = match.index === 0 || BEGINNING.test(piece.slice(0, match.index))
      const next = words[at + 1]?.[0]
      const isNamed =
        isMixed || !(saysNothing || (begins && !(next !== undefined && /^\p{Lu}/u.test(next) && !isKnown(next, known))))
      return !isNamed && isCommon(word, known) ? [] : [word]
    })
  })
}

/** Splits into sentences, each of which may use capitals in its own way. */
const piecesOf = (text: string): string[] => text.split(/(?<=[.!?…])\s+/)

function isTitleCase(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length >= 4 && /^\p{L}/u.test(word))
  return long.length >= 3 && long.filter((word) => /^\p{Lu}/u.test(word)).length >= long.length * 0.75
}

const isKnown = (word: string, { words, stems, language }: Known): boolean =>
  wordsOf(word).every((part) => words.has(part) || PHRASE_WORDS.has(part) || stems.has(stemOf(fold(part), language)))

/** True for a common word, or a compound with a word of the page: Zitronenkuchen where the page has Zitronen. */
function isCommon(word: string, { language, words }: Known): boolean {
  const parts = wordsOf(word).filter((part) => part !== word.toLowerCase() || !/['’-]/.test(word))
  return parts.every((part) => {
    if (isPlainWord(part, language) || part.length < 2) return true
    if (language !== 'de' && language !== 'nl') return false
    return [...words].some(
      (own) => own.length >= 4 && part.length >= own.length + 3 && (part.startsWith(own) || part.endsWith(own)),
    )
  })
}

/** Returns two adjacent capitalized words, such as first and last names. */
function pairOf(words: readonly RegExpExecArray[], at: number, piece: string): string | undefined {
  const [one, next] = [words[at]!, words[at + 1]]
  if (!next || !/^\p{Lu}\p{Ll}/u.test(next[0]) || !/^\p{Lu}\p{Ll}/u.test(one[0])) return undefined
  if (one.index === 0 || BEGINNING.test(piece.slice(0, one.index))) return undefined
  return piece.slice(one.index + one[0].length, next.index) === ' ' ? `${one[0]} ${next[0]}` : undefined
}

const stands = (pair: string, { pairs }: Known): boolean => pairs.has(pair.toLowerCase().replace(/['’]s$/, ''))

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).flatMap((word) => [word, ...word.split(/['’-]/)]).filter((word) => word !== '')

/**
 * Common words that may begin a sentence or occur in a title although the page lacks them: grammar, and usual phrases of pins.
 * Names and claims are not included: they must occur on the page. Pure.
 */
const WORDS: Readonly<Record<DraftLanguage, string>> = {
  en: `a about above add adds after all along also always an and another any are around as ask at away back bake be beautiful because before begin behind
    below beside best between big both bright bring brings build but buy by calm can carry change charming check choose classic clean clear collect come cook cosy
    could cover cozy craft create curious daily day days dear decorate delicious design discover do does dream dress each easier easily easy eat elegant enjoy
    even ever every everybody everyday everyone everything anybody anyone anything somebody someone something nobody explore fall fill find first fit five follow for four fresh from full fun get gift gifts give gives go good great grow guide
    handy hang happy have heat help helps her here his hold home homemade hosting house how idea ideal ideas if in inspiration inside instead into is it its join just keep
    keeps know large last lasting layer learn leave let light like little live long look looking love lovely made make makes making many may mix modern more most
    much must my natural need never new next nice no not nothing now of off old on once one only open or organize other our out outside over own paint pair part perfect
    pick place plan plant plants play pretty put quick quickly quiet read ready recipe relax remember rest rich save say season see serve set share shop show simple
    simply small smart so soft some soon special spend spring start stay step steps stop store style styling stylish such summer sweet take tasty tell than that the
    their them then there these they things think this those three through time tips to today together too top tour toward treat try turn two under until up upgrade us
    use using very visit wait want warm was watch way ways we wear week weekend welcome well what whatever when where whether which while whip who whole why wide will
    winter wish with within without wonderful work would wrap write year you young your yourself autumn`,
  de: `ab aber alle allem allen alles als also am an andere anleitung artikel auch auf augenblick aus auswahl backe backen basteln bei beim besonders besser beste besten bis
    bring bringt da dabei dafür damit danach dann daran darauf darin das dass davon dazu dein deine deinem deinen deiner dekoration dem den denn der des detail details die dies
    diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines einfach einfache einfaches einige entdecke entdecken er erfahre erlebe es etwas euch euer ein
    für farbe farben fertig finde frisch frische früh ganz ganze gar genau genieße genuss gern gesamte geschenk geschenke geschmack gib gibt groß große gute guten gutes hab haben
    hat herbst her hier hilfe hin hingucker hol ideal ideale idee ideen ihr ihre ihrem ihren im immer in ins inspiration ist ja jede jedem jeden jeder jedes jetzt kann kein keine
    klassiker klein kleine koche können küche lass leben lecker leckere leicht leichte lerne licht lieblingsstück liebe liegt los mach mache machen macht man mehr mein mit
    mittelpunkt moment momente muss nach natürlich neben nehmen neu neue nicht nichts noch nun nur ob oder ohne ort perfekt perfekte platz probier probiere raum räume rezept rezepte
    ruhe samt schau schluss schnell schnelle schnelles schön schöne schönes schritt schritte seht sein seine selbst selber sich sie sieh sind so sommer sonst sorgt statt stil
    stück tag tage teil tipp tipps traum trend über um und uns unser unsere unter viel viele vom von vor wann warm warme warum was weg weihnachten weil wenn wer werden wie wieder
    will winter wir wird wo wohnen wohnung wunderbar wunsch zeit zeig zeigt zu zuhause zum zur zusammen zutat zutaten zwischen frühling anfang anlass ansicht atmosphäre abend alltag
    art blick ergebnis fest freude freunde familie gast gäste haus hand hände morgen nacht schule seite sinn überblick übersicht vergnügen wärme weise welt wochenende woche zimmer`,
  es: `a al algo allí ama añade aprende aprovecha aquí así aún aunque bajo bonita bonito buena bueno busca cada camino casa cocina combina comida como cómo con conoce consejos convierte
    crea cuando cuanto da dale de deja del delicioso desde descubre después detalle detalles día días disfruta donde dónde e el él ella ellas ellos elige en encuentra entre es esta está
    estas este estilo esto estos fácil fáciles fresca fresco gran grande guía hasta hay haz hecho hogar hoy idea ideal ideas inspiración invierno la las le lee les lleva lo los luz más
    mejor mejores mi mientras mira momento mucho muy navidad ni no nos nuestra nuestro nuevo nueva o otoño otra otro para paso pasos pequeña pequeño perfecta perfecto pero pon por porque
    prepara primavera prueba que qué quien rápida rápido receta recetas regala regalo sabor se según ser si sí siempre sigue sin sobre solo son su sus también tan tanto te tiempo toda todas todo
    todos toque trae transforma trucos tu tus un una unas unos usa ven verano vida vista y ya yo`,
  fr: `à ainsi ajoutez apprenez après astuces au aujourd aussi autour aux avant avec beau beaucoup belle bien bon bonne c ce ceci cela ces cet cette chaque chez comme comment conseils créez
    cuisine cuisinez d dans de découvrez délicieuse délicieux depuis des dès design détails du été elle elles en encore ensemble entre envie est et étape étapes facile faciles faire faites fait
    fête frais grand grande guide hiver hygge ici idéal idéale idée idées il ils inspiration j jamais je jolie joli jour jours jusqu l la laissez le les leur leurs lisez lors lumière ma
    maison mais même mes mettez moment mon n ne ni noël nos notre nous nouveau nouvelle offrez on ou où par parce parfait parfaite pas pendant petit petite petits peu place plaisir plus pour
    pourquoi prenez préparez près printemps profitez puis qu quand que quel quelle quelques qui quoi rapide recette recettes retrouvez s sa saison sans saveur se selon ses si simple simples son
    sont sous style suivez sur table tendance tête toujours tous tout toute toutes très trouvez un une univers utilisez venez vers vie vivez voici voilà vos votre vous automne`,
  it: `a abbina ad aggiungi ai al alla alle allo amore anche ancora autunno bella bello bellissima ben buona buono casa che chi ci cibo classico colore colori come con consigli così cosa
    crea cucina cucinare cui da dal dalla dalle dare degli dei del della delle dello dentro deliziosa delizioso dettagli dettaglio di dolce dopo dove due e è ecco ed estate facile facili fai fare
    festa fino fra freschi fresco fresca gli già giorno giorni grande guida gusto i idea ideale idee il impara in inverno ispirazione la le leggi lei leggero lo lui luce ma mai meglio mentre mia mio
    modo moderno molto momento natale ne negli nei nel nella nelle niente no noi non nostra nostro nuova nuovo o oggi ogni oltre ora ottimo passo passi per perché perfetta perfetto piatto piccola
    piccolo più piacere poi porta prepara prima primavera prova qualche quando quanto quattro quello questa queste questi questo qui rapida rapido regala regalo ricetta ricette sapore scegli scopri se
    segui semplice semplici senza si sia sono sopra sotto stile su sua subito sui sul sulla suo tanto te tempo ti tocco tra trasforma trova trucchi tu tua tuo tutta tutte tutti tutto un una
    uno usa vieni vista vita voi vostra`,
  nl: `aan achter af al alle alles als altijd ander andere bak begin bekijk beleef ben bereid beste bij binnen blijf boven breng buiten cadeau creëer daar dag dagen dan dat de deel deze die dit door
    doe dus echt eenvoudig eenvoudige een en eten extra feest fijn fijne ga geef geen geniet genieten gemakkelijk gewoon goed goede groot grote haal handige heb heel heerlijk heerlijke herfst het hier hoe huis
    ideaal idee ideeën ieder iedere iets in inspiratie is ja je jouw jullie kan keuken kerst kies klaar klassieke klein kleine kleur kleuren kom kook kunnen laat leer lekker lekkere lente lees leuk
    leuke licht liefde maak maar maken man meer met mijn mini modern moment mooi mooie na naar naast natuurlijk neem net niet niets nieuw nieuwe nog nooit nu of om omdat onder ons onze ook op
    over perfect perfecte plek probeer recept recepten ruimte sfeer simpel snel snelle soms stap stappen stijl te tegen terug tijd tijdens tips toch tot tussen uit van vanaf veel vers verse vind voeg voor
    vroeg waar waarom wanneer want warm warme wat we weer wel wij wil winter wonen word wordt ze zelf zelfgemaakt zet zie zien zij zijn zo zomer zonder zorg`,
  pt: `a à acrescente adicione agora ainda algo ali ambiente amor antes ao aos aprenda aproveite aqui as às assim até bela belo bem boa bom cada canto casa clássico com combina combine como conheça
    conforto confira cores cor cozinha cozinhe crie cuidado da dá das de decoração deixe deliciosa delicioso depois descubra desde detalhe detalhes dia dias dicas do dos e é ela elas ele eles em encontre
    então entre era essa esse esta está este estilo eu experimente faça fácil fáceis feita feito festa fica fresca fresco grande guia há hoje ideal ideias inspiração inspire inverno isso isto já jeito
    lar leia leve lhe linda lindo lugar luz mais mas melhor melhores mesa mesmo meu minha modo moderna moderno momento muito na não nas natal nem no nos nossa nosso nova novo num numa o onde os ou outono outra
    outro para passo passos pela pelo pequena pequeno perfeita perfeito pode por porque prático pratica prepare presente primavera prove quais qual quando quanto que quem rápida rápido receita receitas sabor
    são se seja sem sempre ser seu seus sim simples só sobre sua suas também tão tem tempo toda todas todo todos toque traga transforme tudo um uma uns use vale vamos veja vem verão vida você`,
}

/** Endings of common words, by language, that names rarely have. */
const ENDINGS: Readonly<Record<DraftLanguage, RegExp>> = {
  en: /.{3}(?:ing|ness|ful|fully|less|able|ible|ably|tion|tions|ment|ously|ously|ier|iest|ily|ally|tic|tive|ous|edly)$/,
  de: /.{3}(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|chen|nis|nisse|ling|linge|isch|ische|ischer|isches|ischem|ischen|lich|liche|licher|liches|lichen|lichem|bar|bare|sam|same|haft|hafte|voll|volle)$/,
  es: /.{3}(?:ción|ciones|dad|dades|mente|ando|iendo|able|ables|ible|ibles|oso|osa|osos|osas)$/,
  fr: /.{3}(?:tion|tions|ment|ments|euse|euses|eux|able|ables|ible|ibles|ité|ités|ez|ant)$/,
  it: /.{3}(?:zione|zioni|mente|ando|endo|abile|abili|ibile|ibili|oso|osa|osi|ose|ità)$/,
  nl: /.{3}(?:heid|heden|ing|ingen|lijk|lijke|baar|bare|tie|ties|tje|tjes|zaam|zame|achtig|achtige)$/,
  pt: /.{3}(?:ção|ções|dade|dades|mente|ando|endo|indo|ável|áveis|ível|íveis|oso|osa|osos|osas)$/,
}

const SETS = Object.fromEntries(
  DRAFT_LANGUAGES.map((language) => [language, new Set(WORDS[language].split(/\s+/).map(fold))]),
) as Record<DraftLanguage, Set<string>>

const isPlainWord = (word: string, language: DraftLanguage): boolean =>
  SETS[language].has(fold(word)) || ENDINGS[language].test(word.toLowerCase())

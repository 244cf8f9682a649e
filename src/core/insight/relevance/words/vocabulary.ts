/** Words with the same role in every keyword: without content, with little, or naming an accessory. Folded, as in words.ts. */
import type { Language } from './languages.js'

const setOf = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g))

/** Words without content. "up", "me" and "will" may be a film or a song, so they are not included. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: setOf(`
    a an and are as at be been but by for from had has have he her his how i if in into is it its my of off on or our she so some than
    that the their them then there these they this to too was we were what when where which who why with you your`),
  de: setOf(`
    der die das den dem des ein eine einen einem einer und oder mit fur von vom zum zur im am auf aus bei ist sind wie ich du wir man
    in zu selber`),
  es: setOf('el la los las un una unos unas y o de del al con para por en es que mi tu su como'),
  fr: setOf('le la les l un une et ou de du des d pour avec dans sur en au aux ce ces mon ton son ma ta sa qui que comment a'),
  it: setOf('il lo la gli le l un uno una e o di del della dei delle da per con che come in nel nella al alla'),
  nl: setOf('de het een van voor met op te en of in bij om je hoe'),
  pt: setOf('o a os as um uma e ou de do da dos das em no na nos nas com para por ao que seu sua como'),
}

/**
 * Words of a search rather than of its thing: a pin for "kitchen ideas" need not contain "ideas". They have little weight in a
 * keyword.
 */
export const FILLERS = setOf(`
  idea ideas inspiration inspirations inspo diy tutorial tutorials tip tips trick tricks hack hacks guide easy simple quick best top
  cute pretty beautiful lovely cool amazing awesome perfect great good favorite favourite new latest free cheap affordable aesthetic
  aesthetics style styles homemade pin pins pinterest photo photos picture pictures pic pics image images project projects
  online buy shop shopping store sale price deal deals near amazon etsy ebay website app review reviews
  movie movies film films full watch stream streaming imdb netflix youtube hulu trailer download dvd bluray hd cast series episode
  episodes google facebook instagram tiktok release date hindi dubbed subtitles english
  ideen einfach einfache schnell schnelle schon schone machen kaufen
  facil faciles sencillo bonito bonita casero casera comprar
  idee idees facile simples rapide joli jolie maison acheter
  facili semplice bello bella
  ideia ideias facil
  ideeen leuke makkelijk zelf maken kopen`)

/** Words that rule out what follows: a pin "without chocolate" is not about chocolate. */
export const NEGATIONS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: setOf('no not without non'),
  de: setOf('ohne kein keine keinen nicht'),
  es: setOf('sin'),
  fr: setOf('sans'),
  it: setOf('senza'),
  nl: setOf('zonder geen niet'),
  pt: setOf('sem'),
}

/** Things that "free" after them rules out. A "pattern free" is a free pattern. */
export const LEFT_OUT = setOf(`
  alcohol carb dairy egg fat flour fragrance gluten grain lactose meat nut oil peanut plastic soy sugar wheat`)

/**
 * Words by which a title addresses its reader ("What I wore this week") without naming a thing; the description names it instead.
 */
export const ADDRESSES: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: setOf('i my we our you your this these what when where how why'),
  de: setOf('ich mein meine meinen wir unser unsere du dein deine euch wie wenn warum'),
  es: setOf('yo mi mis tu tus nuestro nuestra que como este esta'),
  fr: setOf('je mon ma mes nous notre vous votre comment pourquoi cette'),
  it: setOf('io mio mia noi nostro nostra tuo tua come perche questo questa'),
  nl: setOf('ik mijn wij ons onze jij jouw hoe waarom deze'),
  pt: setOf('eu meu minha nosso nossa voce seu sua como este esta'),
}

/** Words that qualify a thing (colours, sizes) or only name its kind (recipe, design). A pin without them is still close. */
export const MODIFIERS = setOf(`
  black white grey gray red blue green yellow orange purple pink brown beige cream gold golden silver rose navy teal turquoise dark light
  bright pastel colorful colourful neutral
  big large small little tiny mini huge long short tall wide narrow slim thin thick high low deep extra super ultra
  old vintage retro antique modern contemporary traditional classic rustic boho bohemian minimal minimalist minimalistic scandinavian
  industrial luxury elegant fancy chic fun funny unique creative special
  hot cold warm fast slow soft hard heavy strong ugly fresh healthy dry wet
  first second third last next one two three early late real true original official complete extended animated
  indoor outdoor external internal portable wireless digital electric automatic adjustable foldable
  recipe recipes design designs decor decoration decorations rezept rezepte receta recetas recette recettes ricetta ricette receita
  receitas recept recepten decoracion
  schwarz weiss grau rot blau grun gelb braun gross grosse klein kleine kleines modern moderne
  negro negra blanco blanca gris rojo roja azul verde rosa grande pequeno pequena
  noir noire blanc blanche rouge bleu vert petit petite grand grande`)

/**
 * Main words of a title that make the thing an accessory: a "laptop stand" is no laptop. Only gear: "crochet bag" and "kitchen
 * shelf" are what people look for under crochet and kitchen.
 */
export const ACCESSORIES = setOf(`
  accessory accessories adapter adapters adaptor battery batteries bracket brackets cable cables cartridge cartridges case cases charger
  chargers clamp connector cord cradle dock docking enclosure filter filters holder holders holster lens mount mounts protector protectors reader refill
  refills replacement riser screw screws spare stand stands stylus toner tripod
  hulle schutzhulle halterung ladegerat ersatz kabel funda carcasa soporte cargador housse coque etui support chargeur custodia supporto
  caricatore capinha suporte carregador hoesje houder oplader`)

/** Accessories only directly after the thing: a "phone skin" is no phone, but skin, arms and long sleeves have other meanings. */
export const PARTS = setOf(`
  arm cap carrier clip cover covers cutter cutters guard hub jar jars keyboard lead lid liner liners lock mockup mockups mold molds mould
  moulds pad pole pouch rack racks remote skin skins sleeve sleeves strap straps topper toppers
  tasche halter`)

/**
 * Accessories only directly after a searched device: a "laptop backpack" is no laptop. After other words they are things of their
 * own.
 */
export const GEAR = setOf(`
  backpack backpacks bag bags briefcase bulb bulbs cabinet cabinets cart carts console cooler coolers desk desks ink mat mats organizer
  organizers pillow pillows seat seats sling sticker stickers table tables tote tray trays trolley wallet`)
/** Devices that these accessories are for. */
export const DEVICES = setOf(`
  bicycle bike camera car chromebook computer dslr gopro guitar headphone headset ipad iphone kindle laptop macbook monitor mouse pc phone
  playstation printer projector smartphone tablet television tv ukulele watch xbox`)

/** Accessories that may also qualify the thing after them: a "tripod floor lamp" is a lamp. */
export const QUALIFIERS = setOf('battery charger clamp cord dock docking filter replacement screw spare stand tripod')

/** Phrases in which such a noun has another meaning. */
export const NO_ACCESSORIES: ReadonlySet<string> = new Set([
  ...['cable car', 'cable cars', 'cable knit', 'cable knits', 'cable knitted', 'cable stitch', 'cable stitches', 'case study'],
])

/** Makers: a keyword with only these also asks for their accessories. */
export const MAKERS = setOf(`
  acer adidas amazon anker apple asus belkin bosch bose brother canon cricut dell dyson epson fitbit fujifilm garmin google gopro hp huawei
  ikea jbl kitchenaid kodak lego lenovo lexmark lg logitech makita microsoft motorola nespresso nike nikon nintendo nokia olympus oneplus
  oppo panasonic philips playstation polaroid razer roku samsung sandisk sonos sony stanley xbox xerox xiaomi yamaha yeti`)

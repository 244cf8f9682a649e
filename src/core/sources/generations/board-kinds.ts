/**
 * The kinds of boards and what belongs on them, in several languages: a salmon is a dinner, a Creole is one of the Ohrringe,
 * and a board “Lighting” is for a Pendelleuchte. It only says which words are of one kind; it knows no pages and decides
 * nothing.
 */
import { wordsOf } from '../../insight/relevance/words/words.js'

/**
 * One kind a line, without accents: before the colon the names of its boards, after it further words of the kind. `_` joins
 * words; `-` before a word: it may end a compound. At the start of a line, `~`: food only; `+`: food as well; `.`: so broad that
 * other kinds come first.
 */
const KINDS = `
~ dinner supper abendessen hauptgericht mittagessen diner plats cena secondi avondeten jantar almoco obiad kolacja main_dish main_course : chicken beef pork turkey salmon fish shrimp pasta noodle curry stew casserole lasagna lasagne meatball taco burger steak roast stir_fry risotto sheet_pan one_pot chili orzo hahnchen huhn rind lachs nudel -auflauf eintopf gulasch schnitzel -pfanne poulet boeuf saumon poisson gratin quiche pollo ternera pescado paella manzo salmone kip zalm vis frango bacalhau peixe kurczak makaron
~ soup suppe -suppe soupe sopa zuppa minestra soep zupy zupa : chili broth chowder gazpacho minestrone ramen pho eintopf bisque veloute ribollita caldo
~ dessert nachtisch nachspeise sussspeise susses postre dolci dolce toetje nagerecht sobremesa deser sweets sweet_treat : cake cookie brownie pie tart tarte cheesecake pudding mousse ice_cream tiramisu -kuchen -torte keks platzchen gateau glace crepe pastel tarta galleta helado torta biscotti gelato crostata taart koek bolo biscoito sorvete ciasto sernik basbousa baklava shortbread cupcake muffin macaron fudge
~ baking backen patisserie reposteria pasteleria bakken confeitaria wypieki : bread cake cookie muffin loaf scone biscuit brot brotchen -kuchen -torte -keks pain brioche gateau bizcocho galleta pane focaccia torta brood taart koek pao bolo chleb ciasto pie tart shortbread
~ breakfast brunch fruhstuck petit_dejeuner desayuno colazione ontbijt cafe_da_manha sniadanie : granola pancake waffle omelet omelette porridge oat oatmeal muffin pfannkuchen waffel musli tostada pannenkoek havermout
~ bread brot pain pane brood pao chleb : loaf focaccia sourdough baguette brioche ciabatta brotchen
+ vegetarian vegan plant_based vegetarisch vegetarien vegetariano : lentil tofu chickpea linsen kichererbsen lentille lenteja garbanzo lenticchie linzen lentilha
~ drink getrank boisson bebida bevanda drankje : cocktail smoothie lemonade juice limonade limonada
~ side_dish beilage accompagnement guarnicion contorno bijgerecht acompanhamento : potato rice kartoffel patata aardappel batata
lamp lighting lampe leuchte -leuchte -lampe beleuchtung luminaire eclairage lampara iluminacion lampada illuminazione verlichting luminaria iluminacao oswietlenie : pendant_light chandelier sconce kronleuchter lustre
candle kerze -kerze bougie vela candela kaars swieca
home_fragrance fragrance raumduft parfum : candle incense diffuser kerze bougie vela candela kaars
rug carpet teppich -teppich tapis alfombra tappeto tapijt vloerkleed dywan
curtain drape blind window_treatment vorhang gardine rideau cortina tenda gordijn zaslona
bedding bettwasche linge_de_lit ropa_de_cama biancheria beddengoed roupa_de_cama posciel : duvet pillowcase comforter quilt housse_de_couette funda_nordica dekbed lencol
blanket wolldecke tagesdecke kuscheldecke decke couverture plaid manta coperta deken cobertor
cushion pillow kissen coussin cojin cuscino kussen almofada poduszka
bedroom schlafzimmer chambre dormitorio habitacion camera_da_letto slaapkamer quarto sypialnia : nightstand headboard duvet bettwasche dekbed
living_room wohnzimmer salon sala sala_de_estar soggiorno salotto woonkamer : sofa couch canape divano sessel fauteuil sillon poltrona coffee_table couchtisch
dining_room dining esszimmer salle_a_manger comedor sala_da_pranzo eetkamer sala_de_jantar jadalnia : dining_table esstisch dining_chair
kitchen kuche cuisine cocina cucina keuken cozinha kuchnia : pantry stove countertop backsplash
bathroom badezimmer kleines_bad salle_de_bain bano bagno badkamer banheiro lazienka : bathtub shower_curtain dusche
hallway entryway flur diele entree entrada recibidor ingresso corredor przedpokoj : coat_rack garderobe
home_office workspace arbeitszimmer arbeitsplatz bureau oficina ufficio werkplek kantoor escritorio : desk schreibtisch
kids_room nursery kinderzimmer chambre_enfant chambre_bebe habitacion_infantil cameretta kinderkamer babykamer quarto_infantil : crib
furniture mobel meuble mueble mobili meubel meubels moveis meble : sofa chair bench bookcase dresser armchair -tisch -stuhl -regal -schrank chaise fauteuil canape silla sedia tavolo divano stoel tafel kast cadeira
. home home_decor decor interior interior_design wohnen wohnideen wohnidee deko dekoration einrichtung einrichten decoration deco decoracion hogar casa arredamento arredo wonen interieur decoracao wnetrza : vase lamp lampe -leuchte rug cushion mirror candle wallpaper curtain teppich kissen spiegel kerze tapis coussin miroir bougie alfombra cojin espejo tappeto cuscino specchio kaars spiegel throw planter basket sofa canape divano
storage organization organizing organisation aufbewahrung ordnung rangement almacenaje orden organizacion organizzazione opbergen organizacao przechowywanie closet kledingkast : basket shelf cabinet organizer drawer wardrobe clothes_rack kledingrek korb -regal etagere panier estante cesta mensola mand kast prateleira
wallpaper mural tapete papier_peint papel_pintado carta_da_parati behang papel_de_parede tapeta
wall_art wall_decor poster wandbild affiche cuadro lamina quadro : art_print canvas
ceramic pottery clay keramik topfern topferei poterie ceramique ceramica alfareria keramiek aardewerk : mug bowl vase stoneware porcelain glaze planter pinch_pot terracotta steinzeug steingut porzellan becher potier taza cuenco jarron tazza ciotola steengoed tigela caneca
tableware dinnerware geschirr vaisselle vajilla stoviglie servies louca naczynia : mug cup plate bowl teapot platter tasse becher teller schale assiette taza cuenco tazza piatti theepot caneca teekanne
kitchen_gadget kitchen_tool kitchenware kuchenhelfer kuchengerate : air_fryer blender mixer toaster frying_pan knife cutting_board kettle
table_setting tablescape table_linen tischdeko tischdecke nappe mantel tovaglia tafelkleed : tablecloth napkin centerpiece plate bowl platter tray cutlery vase teller schale assiette plato piatto bord
garden gardening backyard outdoor garten gartnern jardin jardinage jardineria giardino giardinaggio tuin tuinieren jardim jardinagem ogrod : planter bird_bath raised_bed lawn perennial flower_bed hochbeet staude potager huerto orto moestuin horta lavender compost greenhouse trellis
plant houseplant urban_jungle pflanze -pflanze plante planta pianta rosliny : monstera fern succulent cactus orchid philodendron orchidee kaktus lavender planter filodendro orquidea
flower blume fleur flor fiore bloem kwiat : peony rose tulip dahlia hydrangea bouquet pfingstrose tulpe pivoine peonia
balcony balkon balcon terraza terrasse balcone terrazzo patio porch varanda : planter window_box
vegetable_garden kitchen_garden vegetable_gardening gemusegarten hochbeet potager huerto orto moestuin horta : raised_bed lettuce chard
jewelry jewellery schmuck -schmuck bijoux joya joyeria gioielli sieraden bijuteria bizuteria : earring necklace bracelet pendant creole ohrring ohrstecker halskette -kette armband collier boucles pendientes collar pulsera orecchini collana oorbel ketting brinco colar pulseira
earring ohrring ohrschmuck boucles_d_oreilles pendientes orecchini oorbel brinco : creole hoop ohrstecker
dress -kleid kleid kleider robe vestido vestito abito jurk sukienka : gown
outfit fashion clothing mode kleidung moda ropa abbigliamento kleding roupa : dress blouse skirt coat jacket jean sweater cardigan -kleid bluse jacke pullover jupe manteau veste falda abrigo camisa pantalon giacca gonna camicia jurk rok trui blusa saia
shoe schuh chaussure zapato scarpa schoen sapato : boot sneaker sandal loafer stiefel bota stivale laars
bag handbag -tasche tasche sac bolso borsa tas bolsa torebka : tote backpack purse clutch rucksack
wedding bridal hochzeit mariage boda matrimonio nozze bruiloft trouwen casamento : bride groom braut mariee novia sposa bruid noiva
knitting knit stricken tricot tejer maglia breien trico : yarn wolle laine
crochet hakeln ganchillo uncinetto haken croche szydelko : amigurumi granny_square
sewing nahen couture coudre costura coser cucito naaien szycie : fabric zipper schnittmuster tissu tecido
woodworking woodwork holz holzarbeiten menuiserie carpinteria madera falegnameria houtbewerking marcenaria madeira : floating_shelf bench palette paletten pallet
. craft diy crafting basteln handarbeit handwerk selbermachen bricolage loisirs_creatifs manualidades artesania fai_da_te lavoretti knutselen artesanato handmade : wreath candle soap beeswax_wrap macrame knit crochet clay origami felt dye bookbinding pinch_pot pressed_flower dry -kranz seife couronne savon
paper_craft paper : origami notebook bookbinding
soap seife savon jabon sapone zeep sabonete
drawing sketching sketch zeichnen dessin dibujo disegno tekenen desenho
painting malen peinture pintura pittura schilderen : watercolor watercolour aquarell aquarelle acuarela acquerello aquarela
printable freebie template vorlage imprimible sjabloon : pdf worksheet
planner calendar kalender calendrier calendario agenda
travel trip vacation reise reisen urlaub voyage viaje viajar viaggio viaggi reizen vakantie viagem podroz : itinerary hotel road_trip old_town altstadt casco_antiguo que_ver what_to_see things_to_do sehenswurdigkeiten que_faire cosa_vedere o_que_fazer
. event veranstaltung evenement evento sortie : fair festival market -markt messe marche feria mercado fiera mercatino feira
. workshop class course kurs cours curso corso cursus : lesson
+ easter ostern paques pascua pasqua pasen pascoa
+ christmas advent weihnachten noel navidad natale kerst natal
gift present geschenk geschenkidee cadeau regalo presente prezent
zero_waste sustainable sustainability nachhaltig zero_dechet sostenible sostenibile duurzaam sustentavel eco : reusable beeswax_wrap refill
real_estate immobilien dream_home dream_house traumhaus : farmhouse bungalow bedrooms
beauty skincare kosmetik beaute belleza bellezza : serum lipstick makeup shampoo
makeup make_up schminke maquillage maquillaje trucco maquiagem makijaz : lipstick mascara eyeliner lippenstift rouge_a_levres
hair hairstyle haircut haar haare frisur coiffure cheveux peinado cabello capelli acconciatura kapsel cabelo penteado fryzura wlosy : bob pixie balayage updo ponytail -haarschnitt -frisur -zopf tresse trenza vlecht
nail nail_art nageldesign -nagel ongle unghie unghia unhas paznokcie paznokci : manicure pedicure manucure
tattoo tatouage tatuaje tatuaggio tatuagem tatuaz
book reading buch bucher lesen livre lecture libro lectura lettura boek lezen livro leitura ksiazka ksiazki : novel mystery mysterie thriller romance memoir paperback bestseller krimi novela romanzo
dog puppy puppie hund welpe chien chiot perro cachorro cucciolo hond
cat kitten katze kater chaton gato gatto kat gatinho
pet haustier animal_de_compagnie mascota animale_domestico huisdier : dog puppy cat kitten hund katze chien perro gato gatto hond kat
fitness workout exercise entrainement ejercicio allenamento treino cwiczenia : pilates yoga stretching squat plank dumbbell kettlebell hiit
party birthday feier geburtstag kindergeburtstag fete anniversaire fiesta cumpleanos festa compleanno feest verjaardag aniversario urodziny przyjecie : balloon cake_topper party_favor luftballon ballon globo palloncino
baby neonato niemowle : newborn crib stroller diaper pacifier
museum exhibition musee musees museo mostra exposition exposicion ausstellung tentoonstelling exposicao wystawa muzeum
camping camper wohnmobil van_life vie_en_van camper_van : tent campsite campervan wohnwagen fourgon furgoneta
hotel unterkunft hebergement alojamiento albergo alloggio noclegi : suite guesthouse bed_and_breakfast agriturismo chambre_d_hote
coffee kaffee cafe koffie kawa : espresso cold_brew cappuccino flat_white
tea herbata : matcha chai`

export type Kind = { names: Names; isOf: RegExp; isFood: boolean | null; isBroad: boolean }
/** Names of several words are searched first: a “kitchen garden” is no kitchen. */
type Names = { long: RegExp; short: RegExp }

const ENDING = '(?:s|es|n|en|er|e|x|nen)?'
function matching(entries: readonly string[]): RegExp {
  const words = entries.map((entry) => `${entry.startsWith('-') ? '[a-z]*' : ''}${entry.replace(/^-/, '').replaceAll('_', ' ')}`)
  return new RegExp(words.length === 0 ? '(?!)' : ` (?:${words.join('|')})${ENDING}(?= )`, 'g')
}

const ALL: readonly Kind[] = KINDS.trim()
  .split('\n')
  .map((line) => {
    const [names = [], others = []] = line
      .replace(/^[~.+] /, '')
      .split(' : ')
      .map((words) => words.split(' '))
    return {
      names: {
        long: matching(names.filter((one) => one.includes('_'))),
        short: matching(names.filter((one) => !one.includes('_'))),
      },
      isOf: matching([...names, ...others]),
      isFood: line.startsWith('~') ? true : line.startsWith('+') ? null : false,
      isBroad: line.startsWith('.'),
    }
  })

/** Returns the folded words of the text, each between spaces. */
export const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `

/** Returns the kinds that a board’s name contains, and its other words. */
export function kindsOf(name: string): { kinds: readonly Kind[]; rest: readonly string[] } {
  let words = spaced(name)
  const kinds = new Set<Kind>()
  for (const length of ['long', 'short'] as const) {
    const found = ALL.filter(({ names }) => words.search(names[length]) >= 0)
    for (const kind of found) kinds.add(kind)
    for (const { names } of found) words = words.replace(names[length], '')
  }
  return {
    kinds: [...kinds],
    rest: words
      .trim()
      .split(/\s+/)
      .filter((word) => word !== ''),
  }
}

export const isOfKind = ({ isOf }: Kind, words: string): boolean => words.search(isOf) >= 0

export const isOfFood = (words: string): boolean => ALL.some((kind) => kind.isFood === true && isOfKind(kind, words))

/** Words and letters that distinguish languages in short texts of pins. Words are folded. */

export type Language = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt'

/**
 * `own`: words and endings rarely found in other languages. `shared` and `letters` also occur in borrowed words and names, so
 * they count only together with other evidence. `typical`, for folded words or typed letters, occurs elsewhere, too, and only
 * supports the detector.
 */
export type Evidence = {
  own: string
  shared: string
  endings?: RegExp
  letters?: RegExp
  typical: { words: RegExp; letters?: RegExp }
}

export const EVIDENCE: Readonly<Record<Language, Evidence>> = {
  de: {
    own: `
      und oder mit vom zum zur im basteln backen nahen stricken hakeln ideen rezept rezepte kuche kuchen wohnzimmer schlafzimmer
      kinderzimmer badezimmer garten geschenk geschenke weihnachten hochzeit geburtstag ostern herbst frisur frisuren haare kleid
      kleider schuhe lampe lampen regal bucher tisch stuhl einfach einfache schnell schnelle gesund wohnung schrank vorhange teppich
      tapete schone selber machen weihnachtsdeko suppe salat brot torten nudeln kartoffel kartoffeln gemuse huhn hahnchen fisch
      fruhstuck abendessen mittagessen nachtisch vorspeise platzchen apfel kirsche zitrone erdbeer hosen jacke jacken rock bluse hemd
      tasche taschen stiefel mutze schal socken ohrringe armband nagellack fingernagel frau frauen manner madchen jungen hund katze
      katzen vogel blume blumen baum pflanzen balkon wande treppe fenster vorhang kissen decke decken sommer fruhling muttertag
      vatertag fasching spruche zitate zeichnen malen bemalen zeichnung bilder vorlage vorlagen anleitung schnittmuster wolle stoff
      holz schwarz weiss grun blau gelb grau braun mobel wohnen feier spiele spiel kochen gestalten einrichten kurz haarschnitt nagel`,
    shared: `
      der die das den dem des ein eine einen am an in von deko haus kinder bett sofa klein kleine modern torte spiegel papier fur`,
    endings: /(?:ungen|chen|keit|zimmer|kuchen|regal|schrank|tisch|schmuck|rezepte?|ideen)$/,
    letters: /[äöüß]/,
    typical: {
      words:
        /sch|(?:ung|lich|isch|ieren|suppe|torte|salat|stoff|haus|baum|licht|blumen|bilder|spiele|karten?|jacke|kleid|tz|tzen)$/,
      letters: /[äöüß]/,
    },
  },
  en: {
    own: `
      and the for with of how to from your best easy small room living kitchen bedroom bathroom house home garden wedding party
      birthday recipe recipes cake cakes cookies cards dress dresses outfit outfits hair nails shoes shower tree bed life beach lily
      surprise man men women kids baby girl boy cut gift gifts hard free full movie film cast eye makeup jewelry boots chicken
      earrings skin skincare handmade sweater sweaters jacket coat skirt shirt shirts pants jeans socks hats scarf bag bags bracelet
      necklace rings nail lips face eyes hairstyles haircut haircuts braid braids curls wall walls floor ceiling door doors window
      windows chair chairs shelf shelves desk rug rugs lamps light lights pillow pillows curtains closet pantry laundry nursery office
      porch backyard fence deck gardens plants flower flowers trees bread soup pie dinner breakfast snacks dessert desserts chips
      pumpkin apple strawberry lemon beef pork fish shrimp rice beans potato potatoes cheese butter sugar healthy quick cheap cozy
      rustic summer spring fall autumn christmas halloween thanksgiving easter valentine valentines bridal bride groom sewing knitting
      knit crochet quilt pattern patterns drawing drawings painting sketch paper wood wooden glass stone crafts craft toddler
      preschool teacher school classroom workout yoga weight loss quotes quote funny love happy travel packing road trip camping
      hiking white red blue green pink purple yellow orange brown grey gray dog dogs cat cats puppy bird fishing car truck bike
      wallpaper background phone case cover printer toner battery charger headphones speakers keyboard mouse screen game games trailer
      new old big long short worst top who what when where why which are were you my his our their he she they it this that these
      those after before over under without into up down off two three first last day night time world queen girls boys`,
    shared: `
      decor art ideas in a on no series season online watch dvd hd imdb camera tablet laptop stand adapter pro paint colors king salad
      blanket makeover chocolate winter hat table plant lamp ring star vintage modern gold video patio iced fur faux latte collar`,
    typical: { words: /wh|(?:ings?|ness|less|ful|ghts?|ways?|th|[a-z]{3}y)$/ },
  },
  es: {
    own: `
      recetas receta faciles facil cocina comedor dormitorio decoracion decorar manualidades regalo regalos navidad boda bodas
      cumpleanos cabello peinado peinados vestidos zapatos jardin pequenas pequenos pequena ninos ninas bonito bonitos libro libros
      silla lampara lamparas estanteria hogar unas novia pasteles salas hacer ensalada pescado huevo huevos queso leche desayuno
      desayunos cenas almuerzo postre postres galletas tarta tartas manzana limon fresa naranja falda faldas pantalones chaqueta
      abrigo bolso bolsos sombrero bufanda pendientes aretes pulsera pulseras mujer mujeres hombre hombres nina nino perro gatos
      pajaro arbol arboles terraza suelo techo escalera puerta puertas ventana ventanas espejo verano invierno otono dibujo dibujos
      pintura tatuaje tatuajes maquillaje trenza trenzas pelo tejido tejer ganchillo patrones madera piedra rojo rojas negro negras
      blanco blanca amarillo morado cuarto recamara habitacion mueble muebles escritorio armario disfraz disfraces bautizo comunion
      quinceanera`,
    shared: `
      el los las la del de con para por y en como casa sala mesa vestido pared cortas largo decoradas ideas sopa pollo arroz carne
      cena pantalon camisa blusa botas gato flor flores planta plantas patio paredes cortina cortinas cama primavera frases corte
      bordado costura papel verde gris fiesta pastel`,
    endings: /(?:cion|ciones)$/,
    letters: /[ñ¿¡]/,
    typical: {
      words: /(?:illos?|illas?|dores|iones|itos?|itas?|ajes?|uelos?|uelas?|dad|miento)$/,
      letters: /[áéíóúñ]/,
    },
  },
  fr: {
    own: `
      pour avec dans recette recettes maison chambre cuisine salle bain jardin cadeau cadeaux noel mariage anniversaire coiffure
      coiffures cheveux robes chaussures idees facile faciles enfant enfants gateau gateaux etagere bureau femme homme bebe soupe
      poulet poisson riz viande oeuf oeufs fromage lait dejeuner diner pommes citron fraise jupe jupes chemise veste manteau sacs
      bottes chapeau echarpe collier ongles boucles fille garcon chien oiseau fleur fleurs arbre plante plantes terrasse mur murs
      escalier portes fenetre rideau rideaux miroir coussin coussins meuble meubles ete hiver printemps automne paques citation
      citations dessin dessins peinture tatouage tatouages maquillage tresse tricot broderie bois verre pierre rouge noir blanc
      blanche vert jaune violet marron deguisement bapteme bricolage astuce astuces rangement repas`,
    shared: `
      le la les des du de et sur une au aux deco salon idee petit petite moderne robe pantalon plafond papier gris pain chocolat coupe
      sac fete armoire`,
    endings: /(?:eaux|ettes|iques|euses?)$/,
    letters: /[éèêœùûîç]/,
    typical: {
      words: /(?:eau|ette|ique|aux|ees|ieres?|iers|oise?|ois|aise?|oires?)$/,
      letters: /[àâçèéêëîôùûœ]/,
    },
  },
  it: {
    own: `
      ricetta ricette cucina bagno soggiorno giardino regalo regali natale natalizie matrimonio compleanno capelli vestiti scarpe
      facili bambini piccolo piccola libreria lampada unghie arredamento zuppa insalata pesce riso uova formaggio colazione pranzo
      dolci mela mele limone fragola cioccolato gonna pantaloni camicia giacca cappotto borsa borse stivali cappello sciarpa collana
      orecchini bracciale donne uomo bambina ragazza gatto uccelli fiore fiori albero alberi piante parete pareti pavimento soffitto
      finestra tenda tende specchio cuscini mobili armadio mensola mensole autunno pasqua frasi disegni disegno pittura tatuaggio
      tatuaggi trucco treccia taglio acconciatura acconciature uncinetto maglia cucito ricamo schema schemi legno vetro pietra rosso
      rosse bianco bianca giallo grigio battesimo comunione sposa nozze corti`,
    shared: `
      il lo gli della dei delle di con per nel nella una idee casa camera letto torta torte facile salotto pollo carne cena porta
      inverno primavera verde festa pane latte dolce carta biscotti`,
    endings: /(?:zione|zioni)$/,
    letters: /[ìòù]/,
    typical: {
      words: /(?:etti|elli|ezza|enze|iglia|aggio|zia|ggio|cchi[oe]?|ghe|tt[aeio]|zz[aeio]|cc[aeio])$/,
      letters: /[àèéìòù]/,
    },
  },
  nl: {
    own: `
      het een voor recept recepten keuken woonkamer slaapkamer badkamer tuin cadeautjes kerst bruiloft verjaardag kapsel kapsels jurk
      jurken schoenen makkelijk makkelijke taart taarten boekenkast kast zelf leuke knutselen ideeen soep rijst vlees eieren kaas melk
      ontbijt avondeten toetje koek koekjes appel citroen aardbei chocolade rok broek jas tas laarzen muts sjaal ketting oorbellen
      nagels vrouw vrouwen mannen meisje jongen hond bloem bloemen planten terras muur vloer deur deuren raam gordijn gordijnen kussen
      kussens meubels zomer herfst lente pasen sinterklaas spreuken tekenen tekening schilderen tatoeage vlecht breien haken borduren
      naaien patroon hout steen rood zwart witte groen blauw geel paars grijs bruin feest kinderfeest decoratie inrichten zelfgemaakt`,
    shared: `
      van met op en de haar klein kleine huis lamp maken kinderen cadeau inspiratie plafond spiegel papier trap kip kat`,
    endings: /(?:tjes?|heid|kamer|kast)$/,
    letters: /ĳ/,
    typical: {
      words: /ij|aa|uu|(?:soep|jurk|feest|kaart|kaarten|stoel|sel|jas|atie|aties|pjes?)$/,
      letters: /[ĳëï]/,
    },
  },
  pt: {
    own: `
      receitas receita cozinha quarto banheiro jardim decoracao presentes casamento aniversario cabelo cabelos vestido sapatos ideias
      faceis bolos bolo criancas unhas artesanato festa frango peixe ovo ovos queijo leite almoco jantar sobremesa sobremesas
      biscoitos bolinho limao morango laranja saia saias calca calcas jaqueta casaco bolsa bolsas chapeu cachecol colar brincos
      pulseira mulher mulheres homem menina menino cachorro arvore arvores parede piso teto escada janela janelas espelho movel moveis
      verao outono pascoa desenho desenhos tatuagem tatuagens maquiagem tranca penteado penteados croche trico madeira pedra vermelho
      vermelhas preto branco branca amarelo roxo cinza lembrancinha batizado noiva noivas`,
    shared: `
      os um uma dos das de com para em no na casa sala decoradas pequena pequeno infantil natal sopa arroz carne camisa blusa botas
      gato flor flores planta plantas paredes porta cortina cortinas cama inverno primavera frases corte bordado costura papel verde`,
    endings: /(?:cao|coes|inhos?|inhas?)$/,
    letters: /[ãõç]/,
    typical: {
      words: /[ln]h[aeo]s?$|(?:agem|eiros?|eiras?|dade|ais|eis|oes|ao)$/,
      letters: /[ãáâçéêíóôõú]/,
    },
  },
}

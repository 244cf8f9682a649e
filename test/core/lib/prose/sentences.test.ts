/** Sentences in the scripts of the world: where they end, and whether they are whole. */
import { describe, expect, test } from 'vitest'
import { cutTitle } from '../../../../src/core/sources/generations/texts.js'
import { ended, isSentence, isUnended, splitSentences, weightOf, withoutStop } from '../../../../src/core/lib/prose/sentences.js'

describe('two sentences are two, and whole', () => {
  test.each([
    ['en', 'This table is cut from one piece of oak. It is large enough for a family of eight!', 2],
    ['de', 'Der Tisch ist ca. 2 m lang. Er steht z. B. in der Küche.', 2],
    ['fr', 'Cette table est taillée dans une seule pièce. Elle accueille une famille de huit personnes.', 2],
    ['ru', 'Этот стол сделан из одного куска дуба. Он достаточно велик для семьи из восьми человек.', 2],
    ['el', 'Αυτό το τραπέζι είναι από ένα κομμάτι δρυός. Είναι αρκετά μεγάλο για οκτώ άτομα.', 2],
    ['hi', 'यह मेज ओक के एक टुकड़े से काटी गई है। यह आठ लोगों के परिवार के लिए काफी बड़ी है।', 2],
    ['bn', 'এই টেবিলটি ওক কাঠের এক টুকরো থেকে কাটা। এটি আটজনের পরিবারের জন্য যথেষ্ট বড়।', 2],
    ['ta', 'இந்த மேசை ஒரே ஓக் துண்டிலிருந்து வெட்டப்பட்டது. இது எட்டு பேர் கொண்ட குடும்பத்திற்கு போதுமானது.', 2],
    ['ur', 'یہ میز بلوط کے ایک ٹکڑے سے کاٹی گئی ہے۔ یہ آٹھ لوگوں کے خاندان کے لیے کافی بڑی ہے۔', 2],
    ['ar', 'هذه الطاولة مصنوعة من قطعة واحدة من البلوط. هل هي كبيرة بما يكفي لعائلة من ثمانية؟', 2],
    ['fa', 'این میز از یک تکه چوب بلوط بریده شده است. برای یک خانواده هشت نفره بزرگ است.', 2],
    ['he', 'השולחן הזה נחתך מחתיכת אלון אחת. הוא גדול מספיק למשפחה של שמונה.', 2],
    ['ja', 'このテーブルは一枚のオーク材から切り出されています。八人家族でも十分な大きさです。', 2],
    ['zh', '这张桌子由一整块橡木切割而成。它足够一个八口之家使用！', 2],
    ['ko', '이 식탁은 참나무 한 조각으로 만들었습니다. 여덟 식구가 앉을 수 있습니다.', 2],
    ['th', 'โต๊ะนี้ทำจากไม้โอ๊คชิ้นเดียวและทาน้ำมันด้วยมือในโรงงานของเรา', 1],
    ['lo', 'ໂຕະນີ້ເຮັດຈາກໄມ້ໂອກຊິ້ນດຽວແລະທານ້ຳມັນດ້ວຍມືຢູ່ໃນໂຮງງານຂອງພວກເຮົາ', 1],
    ['km', 'តុនេះធ្វើពីឈើអុកមួយដុំ ហើយលាបប្រេងដោយដៃនៅក្នុងសិក្ខាសាលារបស់យើង។ វាធំល្មមសម្រាប់គ្រួសារប្រាំបីនាក់។', 2],
    ['my', 'ဒီစားပွဲကို ဝက်သစ်ချသား တစ်တုံးတည်းနဲ့ လုပ်ထားပါတယ်။ မိသားစု ရှစ်ယောက်အတွက် လုံလောက်ပါတယ်။', 2],
    ['ka', 'ეს მაგიდა მუხის ერთი ნაჭრისგან არის გამოჭრილი. ის საკმარისად დიდია რვა ადამიანისთვის.', 2],
    ['hy', 'Այս սեղանը կտրված է կաղնու մեկ կտորից։ Այն բավական մեծ է ութ հոգու համար։', 2],
    ['am', 'ይህ ጠረጴዛ ከአንድ የኦክ እንጨት የተሠራ ነው። ለስምንት ሰዎች ቤተሰብ በቂ ነው።', 2],
  ])('%s', (language, text, wanted) => {
    const sentences = splitSentences(text, language)
    expect(sentences).toHaveLength(wanted)
    for (const one of sentences) expect(isSentence(one, language), one).toBe(true)
    expect(sentences.join(' ').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  })
})

test('a label, a fragment and a menu are no sentences', () => {
  for (const one of ['Add to cart', 'Home › Tables › Oak', 'in our workshop.', 'Oak table', '送料無料', 'अभी खरीदें'])
    expect([isSentence(one, 'en'), isUnended(one, 'en')], one).toEqual([false, false])
})

test('what has no stop gets that of its script where another sentence may follow', () => {
  expect(ended('It is large enough for a family')).toBe('It is large enough for a family.')
  expect(ended('यह मेज काफी बड़ी है')).toBe('यह मेज काफी बड़ी है।')
  expect(ended('とても大きいテーブルです')).toBe('とても大きいテーブルです。')
  expect(ended('โต๊ะนี้ทำจากไม้โอ๊ค')).toBe('โต๊ะนี้ทำจากไม้โอ๊ค')
  for (const one of ['Is it?', 'It is!', 'यह है।', '“It is.”', 'كبيرة؟']) expect(ended(one)).toBe(one)
  expect(withoutStop('यह है।')).toBe('यह है')
})

test('a letter of a dense script weighs as much as several of others', () => {
  expect(weightOf('oak table')).toBe(9)
  expect(weightOf('橡木餐桌')).toBe(10)
})

test('a title of a script without spaces is cut between words', () => {
  const thai = 'โต๊ะไม้โอ๊คทำด้วยมือในโรงงานของเราสำหรับครอบครัวแปดคน'.repeat(3)
  const cut = cutTitle(thai, 100)
  expect(cut.length).toBeGreaterThan(80)
  expect(thai.startsWith(cut)).toBe(true)
  expect([...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(thai)].some(({ index }) => index === cut.length)).toBe(
    true,
  )
})

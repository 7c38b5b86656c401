import type { Phrases } from './phrases.ts';

export const id: Phrases = {
  markers:
    'apa bagaimana mengapa kenapa di mana kapan siapa saya anda kamu bisa halo hai selamat pagi siang sore malam tolong terima kasih tulis tampilkan tunjukkan cari carikan ini itu yang dan adalah dengan untuk ke dari tidak jika kalau'.split(
      ' ',
    ),
  greetings: ['halo', 'hai', 'selamat pagi', 'selamat siang', 'selamat sore', 'selamat malam'],
  thanks: ['terima kasih', 'makasih'],
  findVerbs: ['cari', 'carikan', 'temukan'],
  formatting: ['format', 'markdown', 'tabel', 'rumus', 'latex'],
  words: ['kata'],
  fillers:
    'tolong bisa kamu anda saya kami kita di ke dari tentang apa yang itu ini sudah pernah dikatakan semua pesan percakapan mana dengan dan untuk ada adalah'.split(
      ' ',
    ),
  lexicon: [
    ['kunci', 'key'],
    ['cabang', 'branch'],
    ['ubah', 'edit'],
    ['mengubah', 'edit'],
    ['sunting', 'edit'],
    ['menyunting', 'edit'],
    ['ulang', 'again retry'],
    ['lagi', 'again'],
    ['kembali', 'back'],
    ['hapus', 'trash delete'],
    ['sampah', 'trash'],
    ['gambar', 'picture'],
    ['foto', 'picture'],
    ['berkas', 'file attach'],
    ['file', 'file attach'],
    ['lampir', 'attach file'],
    ['cari', 'search find'],
    ['henti', 'stop'],
    ['tambah', 'add'],
    ['menambah', 'add'],
    ['mulai', 'start first'],
    ['latihan', 'practice'],
    ['aman', 'kept safe'],
    ['simpan', 'kept saved'],
    ['komputer', 'computer'],
    ['model', 'model'],
  ],
  introduction:
    'Saya asisten latihan. Saya bukan AI: saya program kecil di dalam Bough yang bekerja tanpa internet, supaya Anda bisa mencoba semuanya sebelum menghubungkan model sungguhan.',
  greeting: 'Halo.',
  welcome: 'Sama-sama.',
  examples: [
    'Bagaimana cara menambah kunci?',
    'Apa yang terjadi jika saya mengubah pesan?',
    'Tampilkan format',
    'Tulis 800 kata',
  ],
  tryThese: 'Anda bisa mencoba:',
  guideSays: (page) => `Panduan, yang berbahasa Inggris, mengatakan ini di halaman “${page}”:`,
  alsoInGuide: 'Juga ada di panduan:',
  notInGuide:
    'Saya tidak menemukannya di panduan, dan hanya itu yang saya tahu. Model sungguhan bisa menjawabnya.',
  picture: ({ name, type, width, height, kilobytes }) =>
    `Anda melampirkan gambar **${name}**: ${type}, ${width && height ? `${width} × ${height} piksel, ` : ''}${kilobytes} KB. Itu keterangan dari berkasnya sendiri; saya tidak bisa melihat isinya. Model sungguhan yang bisa melihat gambar dapat melakukannya.`,
  otherFile: (name) =>
    `Anda melampirkan **${name}**. Itu bukan teks dan bukan gambar, jadi saya tidak bisa berkata lebih banyak.`,
  willRead: (name) => `Saya akan membaca **${name}**.`,
  fileRead: ({ lines, words, characters }) =>
    `Isinya ${lines} baris, ${words} kata, dan ${characters} karakter. Saya bisa menghitungnya, tetapi tidak memahaminya. Awalnya begini:`,
  fileUnreadable: (name) => `Saya tidak bisa membaca **${name}**.`,
  willSearch: (query) => `Saya akan mencari “${query}” di percakapan Anda.`,
  found: (count) => `Saya menemukan ${count} tempat:`,
  foundNothing: 'Saya tidak menemukan apa-apa. Saya hanya mencari pesan yang memuat semua kata itu.',
  toolFailed: (tool) => `Alat ${tool} tidak berhasil. Jawabannya:`,
  toolSaid: (tool) => `Alat ${tool} menjawab:`,
  showcase: {
    title: 'Seperti apa jawaban bisa terlihat',
    text: 'Teks bisa **tebal**, *miring*, ~~dicoret~~, atau `apa adanya`.',
    table: 'Tabel',
    columns: ['Pohon', 'Tinggi', 'Umur'],
    code: 'Kode, dengan tombol untuk menyalinnya',
    formula: 'Rumus, di dalam baris ($a^2 + b^2 = c^2$) dan berdiri sendiri',
    list: 'Daftar',
    items: ['hal pertama', 'hal kedua', 'dan satu di bawahnya'],
  },
  longText: (words) =>
    `Ini sekitar ${words} kata untuk dibaca, digulir, dan dihentikan. Artinya tidak ada yang khusus.`,
  sentences: [
    'Pohon tidak memutuskan ke mana ia pergi; ia tumbuh ke beberapa arah dan menyimpan semuanya.',
    'Setiap cabang ingat tempat ia meninggalkan batang, dan tidak ada yang perlu dipotong untuk mencoba yang lain.',
    'Ketika angin datang dari barat, daun memperlihatkan sisi pucatnya dan seluruh bukit berubah warna.',
    'Jalan setapak di bawah pohon lebih tua daripada desa, dan berbelok di setiap tempat yang dulu berbatu.',
    'Anak-anak menghitung lingkaran pada batang yang tumbang dan berhenti di tahun kelahiran nenek mereka.',
    'Pada musim hujan air naik perlahan, dan selama seminggu seluruh hutan berbau tanah dan gula.',
    'Tidak ada yang tergesa-gesa di sini, karena itulah begitu banyak yang selesai.',
    'Kalau Anda kembali ke gerbang tua, Anda akan melihat bahwa jalan yang lain masih terbuka.',
  ],
  thinkGuide: (words, sections) =>
    `Saya mencari kata-kata ini di ${sections} bagian panduan: ${words}. Bagian yang memuat paling banyak, dan yang paling jarang, ada di depan.`,
  thinkTool: (tool) => `Ini butuh sesuatu yang tidak ada di sini. Alat ${tool} bisa mengambilnya.`,
  willRecall: (id) => `Saya akan mengambil kembali aslinya dari “${id}”.`,
  summaryByRule:
    'Ini daftar yang dibuat menurut aturan, bukan ringkasan oleh AI: asisten latihan menyimpan awal dari apa yang dikatakan masing-masing.',
};

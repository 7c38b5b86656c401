import { escapeMarkup } from '../html/escape.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

export const documentStart = `${declaration}<w:document ${word} xmlns:r="${relations}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>`;

/** A4, with page numbers at the foot. Lengths in twentieths of a point. */
export const documentEnd =
  '<w:sectPr><w:footerReference w:type="default" r:id="rFooter"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1304" w:bottom="1304" w:left="1304" w:header="680" w:footer="680" w:gutter="0"/></w:sectPr></w:body></w:document>';

export const footer = `${declaration}<w:ftr ${word}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`;

/** Kinds of pictures that Word shows. */
export const pictureTypes: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
};

export const contentTypes = `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
  pictureTypes,
)
  .map(([mime, ending]) => `<Default Extension="${ending}" ContentType="${mime}"/>`)
  .join('')}${[
  ['/word/document.xml', 'document.main'],
  ['/word/styles.xml', 'styles'],
  ['/word/numbering.xml', 'numbering'],
  ['/word/settings.xml', 'settings'],
  ['/word/footer1.xml', 'footer'],
]
  .map(
    ([name, kind]) =>
      `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml"/>`,
  )
  .join(
    '',
  )}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

export const packageRelations = `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

/** Document properties: title and times. */
export function coreProperties(title: string, created: number, modified: number): string {
  const at = (name: string, time: number) =>
    `<dcterms:${name} xsi:type="dcterms:W3CDTF">${new Date(time).toISOString().slice(0, 19)}Z</dcterms:${name}>`;
  return `${declaration}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeMarkup(title)}</dc:title><dc:creator>Bough</dc:creator>${at('created', created)}${at('modified', modified)}</cp:coreProperties>`;
}

/** What the document refers to: its own parts, addresses, and pictures. */
export function documentRelations(
  links: ReadonlyMap<string, string>,
  media: ReadonlyMap<string, string>,
): string {
  const own = ['styles', 'numbering', 'settings']
    .map((part) => `<Relationship Id="r_${part}" Type="${relations}/${part}" Target="${part}.xml"/>`)
    .join('');
  const addresses = [...links]
    .map(
      ([href, id]) =>
        `<Relationship Id="${id}" Type="${relations}/hyperlink" Target="${escapeMarkup(href)}" TargetMode="External"/>`,
    )
    .join('');
  const pictures = [...media]
    .map(([name, id]) => `<Relationship Id="${id}" Type="${relations}/image" Target="media/${name}"/>`)
    .join('');
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${own}<Relationship Id="rFooter" Type="${relations}/footer" Target="footer1.xml"/>${addresses}${pictures}</Relationships>`;
}

export const settings = `${declaration}<w:settings ${word}><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

/** Bullets and numbers, nine levels deep. `starts`: of each list in the document, by its number from 1 on. */
export function numbering(starts: readonly (number | null)[]): string {
  const levels = (bullet: boolean): string =>
    Array.from({ length: 9 }, (_, level) => {
      const format = bullet ? 'bullet' : 'decimal';
      const text = bullet ? ['•', '◦', '▪'][level % 3] : `%${level + 1}.`;
      return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${(level + 1) * 400}" w:hanging="340"/></w:pPr></w:lvl>`;
    }).join('');
  const lists = starts.map((start, at) => {
    const kind = start === null ? 1 : 2;
    const begins = Array.from({ length: 9 }, (_, level) =>
      start === null
        ? ''
        : `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    ).join('');
    return `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${kind}"/>${begins}</w:num>`;
  });
  return `${declaration}<w:numbering ${word}><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>${levels(true)}</w:abstractNum><w:abstractNum w:abstractNumId="2"><w:multiLevelType w:val="hybridMultilevel"/>${levels(false)}</w:abstractNum>${lists.join('')}</w:numbering>`;
}

/**
 * A picture in a paragraph of its own.
 *
 * @param size in pixels, of which 96 make an inch
 */
export function pictureXml(
  relation: string,
  number: number,
  name: string,
  size: { width: number; height: number },
): string {
  // The widest and highest that fit between the margins, in English metric units: 914,400 to the inch.
  const most = { width: 5_900_000, height: 8_400_000 };
  const scale = Math.min(1, most.width / (size.width * 9525), most.height / (size.height * 9525));
  const extent = `cx="${Math.max(1, Math.round(size.width * 9525 * scale))}" cy="${Math.max(1, Math.round(size.height * 9525 * scale))}"`;
  const words = escapeMarkup(name);
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent ${extent}/><wp:docPr id="${number}" name="${words}" descr="${words}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${number}" name="${words}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

interface StyleLook {
  name: string;
  /** Paragraph properties and run properties, as XML. */
  paragraph?: string;
  run?: string;
}

const mono = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>';
const shade = '<w:shd w:val="clear" w:color="auto" w:fill="F2F1EC"/>';

const heading = (level: number, size: number): [string, StyleLook] => [
  `Heading${level}`,
  {
    name: `heading ${level}`,
    paragraph: `<w:keepNext/><w:spacing w:before="${level < 3 ? 320 : 220}" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`,
    run: `<w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  },
];

const paragraphStyles: Record<string, StyleLook> = {
  Title: {
    name: 'Title',
    paragraph: '<w:spacing w:after="160"/>',
    run: '<w:b/><w:bCs/><w:sz w:val="40"/><w:szCs w:val="40"/>',
  },
  ...Object.fromEntries([
    heading(1, 32),
    heading(2, 26),
    heading(3, 24),
    heading(4, 22),
    heading(5, 22),
    heading(6, 22),
  ]),
  Facts: {
    name: 'Facts',
    paragraph: '<w:spacing w:after="40"/>',
    run: '<w:color w:val="545A52"/><w:sz w:val="18"/><w:szCs w:val="18"/>',
  },
  Typed: { name: 'Typed', paragraph: shade },
  Code: {
    name: 'Code',
    paragraph: `${shade}<w:spacing w:after="140" w:line="250" w:lineRule="auto"/>`,
    run: `${mono}<w:noProof/><w:sz w:val="18"/><w:szCs w:val="18"/>`,
  },
  Quote: {
    name: 'Quote',
    paragraph:
      '<w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="BBBBBB"/></w:pBdr><w:ind w:left="300"/>',
    run: '<w:color w:val="545A52"/>',
  },
  ListParagraph: { name: 'List Paragraph', paragraph: '<w:spacing w:after="60"/>' },
  Formula: { name: 'Formula', paragraph: '<w:jc w:val="center"/>' },
  Rule: {
    name: 'Rule',
    paragraph: '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="BBBBBB"/></w:pBdr>',
  },
  Cell: { name: 'Cell', paragraph: '<w:spacing w:before="30" w:after="30"/>' },
  AfterTable: { name: 'After Table', paragraph: '<w:spacing w:after="60" w:line="120" w:lineRule="exact"/>' },
  Footer: {
    name: 'footer',
    paragraph: '<w:jc w:val="center"/>',
    run: '<w:color w:val="545A52"/><w:sz w:val="18"/><w:szCs w:val="18"/>',
  },
};

const characterStyles: Record<string, StyleLook> = {
  InlineCode: { name: 'Inline Code', run: `${mono}<w:noProof/>` },
  Hyperlink: { name: 'Hyperlink', run: '<w:color w:val="1F5D99"/><w:u w:val="single"/>' },
};

const styleXml =
  (kind: 'paragraph' | 'character') =>
  ([id, look]: [string, StyleLook]): string =>
    `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${look.name}"/>${kind === 'paragraph' ? '<w:basedOn w:val="Normal"/>' : ''}<w:qFormat/>${look.paragraph ? `<w:pPr>${look.paragraph}</w:pPr>` : ''}${look.run ? `<w:rPr>${look.run}</w:rPr>` : ''}</w:style>`;

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BBBBBB"/>`)
  .join('');

export const styles = `${declaration}<w:styles ${word}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei" w:cs="Tahoma"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${Object.entries(paragraphStyles).map(styleXml('paragraph')).join('')}${Object.entries(characterStyles).map(styleXml('character')).join('')}<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${borders}</w:tblBorders><w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`;

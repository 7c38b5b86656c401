import { createContext, createElement, isValidElement, memo, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { CodeBlock } from './CodeBlock.tsx';
import { Formula } from './Formula.tsx';
import { ExternalLink, PictureLink } from './links.tsx';
import styles from './Markdown.module.css';
import { prepareMath } from './math-text.ts';

export interface MarkdownTextProps {
  text: string;
  /** Of a list: its beginning, or more of it. `cell`: a table cell, drawn without a paragraph. */
  part?: 'items' | 'moreItems' | 'cell';
  /** Of a heading, on the page; without it a heading is only drawn as one. */
  level?: number | undefined;
}

/** Markdown whose text holds none of this reads as itself. */
const plain = /^[^*_`~[\]<>&\\$#|!:/@\n]*$/;

/** One block of Markdown other than code, tables and formulas of their own. */
export const MarkdownText = memo(({ text, part, level }: MarkdownTextProps) => {
  if (part === 'cell' && plain.test(text) && !text.includes('www.')) return text;
  const drawn = (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={part === 'cell' ? cellComponents : components}
    >
      {prepareMath(text)}
    </ReactMarkdown>
  );
  if (part === 'cell') return drawn;
  return (
    <LevelContext value={level}>
      <div className={part ? styles[part] : styles.block}>{drawn}</div>
    </LevelContext>
  );
});

interface TreeNode {
  type: string;
  value?: string;
  children?: TreeNode[];
}

/**
 * Keeps HTML as the text it is: nothing of it is ever drawn as elements. `<br>` alone, which models write in
 * tables, becomes a line break.
 */
function htmlAsText() {
  return (tree: TreeNode): void => asText(tree);
}

function asText(node: TreeNode): void {
  if (node.type === 'html') {
    if (/^<br\s*\/?>$/i.test(node.value ?? '')) {
      node.type = 'break';
      delete node.value;
    } else {
      node.type = 'text';
    }
  }
  node.children?.forEach(asText);
}

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, remarkMath, htmlAsText];

const rehypePlugins: Options['rehypePlugins'] = [
  [
    rehypeSanitize,
    {
      ...defaultSchema,
      attributes: {
        ...defaultSchema.attributes,
        code: [['className', /^language-./, 'math-inline', 'math-display']],
      },
    },
  ],
];

const components: Components = {
  h1: ({ children }) => <Heading look={styles.h1}>{children}</Heading>,
  h2: ({ children }) => <Heading look={styles.h2}>{children}</Heading>,
  h3: ({ children }) => <Heading look={styles.h3}>{children}</Heading>,
  h4: ({ children }) => <Heading look={styles.h3}>{children}</Heading>,
  h5: ({ children }) => <Heading look={styles.h3}>{children}</Heading>,
  h6: ({ children }) => <Heading look={styles.h3}>{children}</Heading>,
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  img: ({ src, alt }) => <PictureLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <NestedCode>{children}</NestedCode>,
  code: ({ className, children }) => <InlineCode className={className}>{children}</InlineCode>,
  table: ({ children }) => (
    <div className={styles.tableBox}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => <TaskMark done={Boolean(checked)} />,
};

const cellComponents: Components = { ...components, p: ({ children }) => children };

const LevelContext = createContext<number | undefined>(undefined);

/** Looks as the model meant it, and is a heading of the page where its block is one. */
function Heading({ look, children }: { look: string | undefined; children?: ReactNode }) {
  const level = useContext(LevelContext);
  return createElement(level === undefined ? 'p' : `h${level}`, { className: look }, children);
}

function InlineCode({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const math = className?.includes('math-');
  if (math && typeof children === 'string') return <Formula tex={children} display={false} />;
  return <code className={styles.code}>{children}</code>;
}

/** Code in a list or a quotation: the same block as anywhere else. */
function NestedCode({ children }: { children?: ReactNode }) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>;
  const { className = '', children: inside } = children.props;
  const code = typeof inside === 'string' ? inside.replace(/\n$/, '') : '';
  if (className.includes('math-display')) return <Formula tex={code} display />;
  return <CodeBlock code={code} language={/language-(\S+)/.exec(className)?.[1] ?? ''} growing={false} />;
}

function TaskMark({ done }: { done: boolean }) {
  const { t } = useTranslation('chat');
  const name = done ? t('markdown.done') : t('markdown.open');
  return <span role="img" aria-label={name} className={styles.task} data-done={done} />;
}

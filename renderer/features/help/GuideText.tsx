import type { MouseEvent } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { call } from '../../bridge/call.ts';
import { reportError } from '../../bridge/report.ts';
import styles from './GuideText.module.css';
import { linkedSlug } from './guide.ts';

export interface GuideTextProps {
  markdown: string;
  /** A link to another page of the guide was followed. */
  onPage: (slug: string) => void;
}

/** One page of the guide. Its title stands above, so its headings begin a level below that. */
export default function GuideText({ markdown, onPage }: GuideTextProps) {
  const components: Components = {
    h1: () => null,
    h2: ({ children }) => <h3>{children}</h3>,
    h3: ({ children }) => <h4>{children}</h4>,
    a: ({ href, children }) => (
      <a href={href} onClick={(event) => follow(event, href, onPage)}>
        {children}
      </a>
    ),
    table: ({ children }) => (
      <div className={styles.table}>
        <table>{children}</table>
      </div>
    ),
  };
  return (
    <div className={styles.text}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} disallowedElements={['img']}>
        {markdown}
      </ReactMarkdown>
    </div>
  );
}

/** Other pages open here, addresses of the web in the browser; the window itself never leaves the app. */
function follow(event: MouseEvent, href: string | undefined, onPage: (slug: string) => void): void {
  event.preventDefault();
  const slug = linkedSlug(href);
  if (slug) onPage(slug);
  else if (href) call('app.openExternal', { url: href }).catch(reportError);
}

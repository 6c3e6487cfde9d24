import { fontFaces, fontFamily, pageColours } from '#http/pages/page-style.ts';

export const referenceStyle = `${fontFaces}${pageColours}
*{box-sizing:border-box}
html{scroll-padding-top:5rem}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.6 ${fontFamily};overflow-wrap:break-word}
a{color:var(--brand);text-underline-offset:4px}
a:focus-visible,summary:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
#content:focus-visible{outline:none}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;z-index:2;background:var(--card);padding:.5rem 1rem}
header{position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:.75rem;min-height:3.75rem;padding:.5rem 1.5rem;background:var(--card);border-bottom:1px solid var(--line)}
header svg{width:32px;height:32px;flex:none}header a{margin-left:auto;font-weight:600;text-decoration:none}
h1,h2,h3,h4{line-height:1.3;font-weight:600;text-wrap:balance}
h1{margin:0;font-size:1.125rem}h1 small{margin-left:.25rem;padding:.1rem .5rem;border-radius:6px;background:var(--soft);color:var(--brand);font-size:.875rem;font-weight:600}
h2{margin:3.5rem 0 1rem;font-size:1.75rem;letter-spacing:-.015em}main>section:first-child>h2{margin-top:0}
h3{margin:2.5rem 0 .5rem;font-size:1.375rem}h4,article h3{margin:0;font-size:1.125rem}p{margin:0 0 1rem}
.columns{display:grid;grid-template-columns:minmax(0,23rem) minmax(0,52rem);gap:3rem;padding:2rem 1.5rem 4rem}
nav{position:sticky;top:5.25rem;align-self:start;max-height:calc(100vh - 6.25rem);overflow:auto;padding:2px .75rem 2px 2px;font-size:.9375rem;scrollbar-width:thin}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-left:.75rem;border-left:1px solid var(--line);margin:.25rem 0 .75rem}
nav>ul{margin-left:-.5rem}nav a{display:block;padding:.25rem .5rem;border-radius:8px;color:var(--ink);text-decoration:none}nav a:hover{background:var(--soft);color:var(--brand)}
nav a::first-letter,h3::first-letter{text-transform:uppercase}nav>ul>li>a{font-weight:600}
nav li li li a{display:grid;grid-template-columns:3.5rem minmax(0,1fr);align-items:baseline;color:var(--muted)}nav li li li a>code:only-child{grid-column:1/-1}nav code{font-size:.75rem}nav .method{padding:0;background:none;font-size:.6875rem}
[hidden]{display:none!important}
.search{margin:0 0 1.25rem}.search label{display:block;margin-bottom:.375rem;font-size:.9375rem;font-weight:600}.search input{width:100%;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--field);border-radius:12px;background:var(--card);color:var(--ink);font:inherit}.search output{color:var(--muted);font-size:.875rem}
article{margin:0 0 1.5rem;padding:1.5rem;border:1px solid var(--line);border-radius:24px;background:var(--card)}article>:last-child{margin-bottom:0}
.call{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .625rem;margin:.75rem 0 1rem}
.method{padding:.1rem .5rem;border-radius:6px;background:var(--soft);color:var(--brand);font:600 .8125rem/1.5 ui-monospace,monospace}.method.delete{color:var(--danger)}
.access{margin-left:auto;color:var(--muted);font-size:.875rem}
code{font:.875em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{margin:0 0 1rem;padding:1rem;border:1px solid var(--line);border-radius:12px;background:var(--bg);overflow:auto;font-size:.9375rem}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.9375rem}caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-top:1px solid var(--line);font-weight:400}
thead th{border-top:0;color:var(--muted);font-size:.875rem}tr:target{background:var(--soft)}
.optional,.errors{color:var(--muted);font-size:.875rem}summary{width:fit-content;margin-bottom:.5rem;cursor:pointer;font-size:.9375rem;font-weight:600}
@media (max-width:60rem){.columns{display:block;padding:1.5rem 1rem 3rem}header{padding:.5rem 1rem}nav{position:static;max-height:none;margin-bottom:2.5rem;padding:0}nav>ul{max-height:20rem;overflow:auto;margin:0;padding:.5rem;border:1px solid var(--line);border-radius:24px;background:var(--card)}article{padding:1rem}.access{margin-left:0}}
`.replaceAll('\n', '');

/** The page has the colours of the web app's design and system fonts, because it loads nothing. */
export const referenceStyle = `
:root{color-scheme:light dark;--bg:#f6f8f5;--card:#fff;--ink:#14231f;--muted:#50605b;--brand:#0b5d51;--soft:#e4f0ec;--line:#dbe3de;--danger:#b42318}
@media (prefers-color-scheme:dark){:root{--bg:#0e1715;--card:#15211e;--ink:#e9f1ee;--muted:#a3b5ae;--brand:#5cc4b0;--soft:#17312b;--line:#2a3a35;--danger:#ff9a8f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
a{color:var(--brand)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
header{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 1rem;padding:1.5rem 1.5rem .5rem;max-width:88rem;margin:auto}header p{margin:0}main>section:first-child>h2{margin-top:1rem}
h1{margin:0;font-size:1.75rem}h1 small{color:var(--muted);font-size:1rem;font-weight:400}
h2{margin:3rem 0 1rem;font-size:1.375rem}h3{margin:2rem 0 .5rem;font-size:1.25rem}h4,article h3{margin:0;font-size:1.125rem}
.columns{display:grid;grid-template-columns:minmax(0,30rem) minmax(0,1fr);gap:2rem;max-width:88rem;margin:auto;padding:0 1.5rem 4rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1rem 0;font-size:.9375rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-left:.75rem;border-left:1px solid var(--line);margin:.25rem 0 .75rem}
nav li li li a{display:grid;grid-template-columns:3.75rem minmax(0,1fr);align-items:baseline}nav li li li a>code:only-child{grid-column:1/-1}nav code{font-size:.75rem}nav .method{font-size:.75rem}[hidden]{display:none!important}.search{margin:0 0 1rem}.search label{display:block;font-weight:600}.search input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--muted);border-radius:8px;background:var(--card);color:var(--ink);font:inherit}.search output{color:var(--muted);font-size:.875rem}tr:target{background:var(--soft)}
nav a{display:block;padding:.2rem 0;text-decoration:none}nav a::first-letter,h3::first-letter{text-transform:uppercase}nav>ul>li>a{font-weight:600}
article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem;margin:0 0 1.25rem;scroll-margin-top:1rem}
.call{margin:.25rem 0 1rem}.method{font-weight:700;color:var(--brand)}.method.delete{color:var(--danger)}
.access{background:var(--soft);color:var(--brand);border-radius:6px;padding:.1rem .5rem;font-size:.875rem}
code{font:.9em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:var(--bg);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow:auto}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.9375rem}caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);font-weight:400}
thead th{color:var(--muted);border-top:0}.optional{color:var(--muted);font-size:.875rem}summary{cursor:pointer;padding:.25rem 0}
@media (max-width:60rem){.columns{display:block}nav{position:static;max-height:none}}
`.replaceAll('\n', '');

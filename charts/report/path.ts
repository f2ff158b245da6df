/** Where the report is, from the repository's root. */
export const REPORT_PATH = 'charts/published/report/index.html'

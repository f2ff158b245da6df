/** Where the page of what running costs lies, from the repository's root. */
export const RUNNING_FOLDER = 'charts/published/running'

export const RUNNING_PATH = `${RUNNING_FOLDER}/README.md`

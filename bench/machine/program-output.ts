/** The line of a program's output that best explains why it ended: the first that names an error, or else the last one. */
export function explainingLine(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim())
  const begins = lines.find((line) => /^(uncaught )?\w*error\b/i.test(line))
  const mentions = lines.find((line) => /error/i.test(line))
  return (begins ?? mentions ?? lines.filter(Boolean).at(-1))?.slice(0, 300)
}

/** The part of jStat that the suite uses; the package has no types of its own. */
declare module 'jstat' {
  const jStat: {
    studentt: {
      /** Quantile of Student's t distribution. */
      inv(p: number, degreesOfFreedom: number): number
    }
    normal: {
      /** Quantile of the normal distribution. */
      inv(p: number, mean: number, sd: number): number
    }
    tukey: {
      /** Quantile of the studentized range of so many means. */
      inv(p: number, means: number, degreesOfFreedom: number): number
    }
    binomial: {
      /** Probability of at most k successes in n trials. */
      cdf(k: number, n: number, p: number): number
    }
  }
  export default jStat
}

/** The CPU time of `work` in milliseconds, the least of five rounds. Other processes hardly change it. */
export function cpuOf(work: () => void): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...rounds);
}

import type { AdminOverview } from '#contract/admin.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

/** Figures of the rollout, each with its label and reference value. */
export function Rollout({ people }: { people: AdminOverview['people'] }) {
  const { active, withoutProfile, withoutScore, deactivated } = people;
  const figures = [
    { label: 'Active people', value: active, detail: `${deactivated} deactivated` },
    { label: 'Without a profile', value: withoutProfile, detail: `of ${active} active people` },
    { label: 'Without a readiness score', value: withoutScore, detail: `of ${active} active people` },
  ];
  return (
    <section aria-labelledby="rollout">
      <h2 className="visually-hidden" id="rollout">
        Rollout
      </h2>
      <dl className="figures-row">
        {figures.map(({ label, value, detail }) => (
          <div key={label} className="card">
            <dt className="title-3">{label}</dt>
            <dd>
              <span className="admin-figure">{formatNumber(value)}</span>
              <span className="small text-3">{detail}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import type { AdminOverview } from '#contract/home.ts';

/** Each number with its label and what it is of. */
export function Rollout({ people }: { people: AdminOverview['people'] }) {
  const { active, withoutProfile, withoutScore, deactivated } = people;
  const figures = [
    { label: 'Active people', value: active, about: `and ${deactivated} deactivated` },
    { label: 'Without a profile', value: withoutProfile, about: `of ${active}: they have not been in yet` },
    { label: 'Without a readiness score', value: withoutScore, about: `of ${active}: questions still open` },
  ];
  return (
    <section aria-labelledby="rollout">
      <h2 className="visually-hidden" id="rollout">
        Rollout
      </h2>
      <dl className="figures-row">
        {figures.map(({ label, value, about }) => (
          <div key={label} className="card">
            <dt className="title-3">{label}</dt>
            <dd>
              <span className="admin-figure">{value.toLocaleString('en-US')}</span>
              <span className="small text-3">{about}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

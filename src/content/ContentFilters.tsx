import { topicStates } from '#contract/learning/authoring.ts';
import type { Content } from '#contract/learning/content.ts';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { SearchFilter, SelectFilter } from '#src/ui/controls/Filters.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import type { ContentAddress } from './contentAddress.ts';
import { stateLabels } from './TopicState.tsx';

/** Search, tag and owner, and the states with their counts. */
export function ContentFilters({
  address,
  content,
}: {
  address: ContentAddress;
  content: Content | undefined;
}) {
  const { search, filter } = address;
  const tags = content?.tags ?? [];
  const owners = content?.owners ?? [];
  const isSet = search !== '' || Object.keys(filter).length > 0;
  return (
    <search className="content-tools">
      <div className="row row-wrap content-filters">
        <SearchFilter
          label="Search titles and behaviours"
          placeholder="Search content"
          value={search}
          onChange={address.searchFor}
        />
        {(tags.length > 0 || filter.tag) && (
          <SelectFilter
            label="Tag"
            value={filter.tag ?? ''}
            options={[{ value: '', label: 'All' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
            onChange={address.setTag}
          />
        )}
        {(owners.length > 0 || filter.ownerId) && (
          <SelectFilter
            label="Owner"
            value={filter.ownerId ?? ''}
            options={[
              { value: '', label: 'All' },
              ...owners.map((owner) => ({ value: String(owner.userId), label: fullName(owner) })),
            ]}
            onChange={address.setOwner}
          />
        )}
        {isSet && (
          <Button variant="plain" onClick={address.clear}>
            Clear filters
          </Button>
        )}
      </div>
      {content && <States address={address} counts={content.counts} />}
    </search>
  );
}

/** Without a selected state, the library leaves out retired topics. */
function States({
  address: { filter, setState },
  counts,
}: {
  address: ContentAddress;
  counts: Content['counts'];
}) {
  const all = counts.draft + counts.in_review + counts.published;
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">State</legend>
      <button type="button" aria-pressed={!filter.state} onClick={() => setState('')}>
        Active <span className="figures text-3">{formatNumber(all)}</span>
      </button>
      {topicStates.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={filter.state === state}
          onClick={() => setState(state)}
        >
          {stateLabels[state]} <span className="figures text-3">{formatNumber(counts[state])}</span>
        </button>
      ))}
    </fieldset>
  );
}

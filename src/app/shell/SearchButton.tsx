import { Search } from 'lucide-react';
import { useEffect } from 'react';
import type { SessionUser } from '#contract/access/session.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { dialogOpened, selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import './search.css';

const SearchDialog = lazyPart(() => import('#src/search/SearchDialog.tsx'));
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the search, like Ctrl-K on every screen. Its code is loaded when the user reaches the button. */
export function SearchButton({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectOpenDialog) === 'search';
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      dispatch(dialogOpened('search'));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [dispatch]);
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onPointerEnter={SearchDialog.preload}
        onFocus={SearchDialog.preload}
        onClick={() => dispatch(dialogOpened('search'))}
      >
        <Search className="icon" aria-hidden="true" />
        <span className="search-label">Search</span>
        {/* The style sheet shows the shortcut; `aria-keyshortcuts` tells screen readers. */}
        <span className="search-keys" data-keys={isApple ? '⌘ K' : 'Ctrl K'} />
      </button>
      {isOpen && <SearchDialog user={user} />}
    </>
  );
}

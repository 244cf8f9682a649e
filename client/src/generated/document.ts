// Made by npm run generate from /v1/openapi.json of the service. Do not edit.
export interface paths {
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connected accounts
         * @description Every account the key can see, including disconnected ones, in the order they were connected.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one account
         * @description Its settings, whether its connection to Pinterest works, and whether publishing is paused.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of an account
         * @description Fields that are left out keep their values. Changes also apply to posts that are already queued.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account’s boards
         * @description Served from a cache that refreshes in the background once it is ten minutes old. Boards created or changed here appear at once.
         */
        get: operations["listBoards"];
        put?: never;
        /**
         * Create a board
         * @description Free. 504 platform_timeout: it may or may not have taken effect. A retry with the same name within a day returns the board already created instead of creating another.
         */
        post: operations["createBoard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards/{boardId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename or describe a board, set its default link
         * @description Free. A board someone else owns is a 403, except for `defaultLink` alone, which stays here; privacy cannot be changed. 504 platform_timeout: it may or may not have taken effect. It is safe to retry.
         */
        patch: operations["updateBoard"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards/{boardId}/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sections of a board
         * @description Read from Pinterest, in its order; empty if there are none. 504 platform_timeout: Pinterest did not answer in time.
         */
        get: operations["listBoardSections"];
        put?: never;
        /**
         * Create a section
         * @description Free. A board someone else owns is a 403. 504 platform_timeout: it may or may not have taken effect. A retry within a day returns the section already created.
         */
        post: operations["createBoardSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards/{boardId}/sections/{sectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a section
         * @description Free. Its pins move to the board root, including drafts and queued posts. A board someone else owns is a 403. 504 platform_timeout: it may or may not have taken effect. It is safe to retry.
         */
        delete: operations["deleteBoardSection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/board-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the board lists
         * @description In the order they were created, each with its boards.
         */
        get: operations["listBoardLists"];
        put?: never;
        /**
         * Create a board list
         * @description An account has at most 200.
         */
        post: operations["createBoardList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/board-lists/{boardListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one board list
         * @description With its boards, in their order.
         */
        get: operations["getBoardList"];
        /**
         * Replace a board list
         * @description Replaces the whole list: boards that are left out are removed from it.
         */
        put: operations["replaceBoardList"];
        post?: never;
        /**
         * Delete a board list
         * @description Needs ?confirm=true. Its boards stay.
         */
        delete: operations["deleteBoardList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards/{boardId}/relevance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Score a board against a keyword
         * @description Reads the board’s pins from Pinterest, including those added elsewhere; for a large board, only the first 500 (truncated). Each score costs one credit, or a trial pin without publishing access; free on legacy and Shopify plans. Asking again is charged again; if the client disconnects before the charge, nothing is charged. Absent: no pin can be read, or the keyword has no words; nothing is charged. 402: no credit is left and nothing was read, or another request took the last one meanwhile and nothing is shown. 403 platform_board_forbidden: Pinterest does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again. Errors are never charged.
         */
        get: operations["getBoardRelevance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards/{boardId}/recommended-pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recommend public pins for a board
         * @description Public pins from across Pinterest that fit a keyword, for a board. Excludes pins already on the board (the same pin, image, or destination and title), pins this account published, promoted ones, and anything below fair, of up to 250 candidates. Free. An organization may search 30 different keywords in an hour. One searched within the last 15 minutes is served from its earlier results and does not count. Failed searches do not count; answered ones do, even if the request then ends in a board error. 429 recommended_pins_rate_limited: Retry-After says when the next keyword can be searched. 403 platform_board_forbidden: Pinterest does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 502 recommended_pins_search_failed: Pinterest’s search did not answer, or refused the keyword, the account or this service. 503 platform_rate_limited: try again after Retry-After. 504 platform_timeout; recommended_pins_board_too_large: it has more than 5000 pins; recommended_pins_timeout: the operation as a whole took longer than 10 seconds. None of these errors changes anything.
         */
        get: operations["listRecommendedPins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what people search for
         * @description Keywords with their growth, their searches per week for a year and, if they have a clear season, their next peak and when to start pinning for it. Pinterest is asked once a day for each region, type and interest, for all organizations together; if it gives no answer, the newest one from the last five weeks is used, and `asOf` says so. Free. 403 platform_trends_forbidden, 422, 503 and 504: there is no earlier answer.
         */
        get: operations["listTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plan a season
         * @description Searches that peak soon or grow and concern the account, with its pins for each, its drafts without a time, and pages of its feeds without a pin. Texts are compared as for board relevance. Free, and changes nothing: drafts of pages are made by `createGeneration`. The refusals are those of `listTrends`.
         */
        get: operations["getSeasonPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an account
         * @description The account’s tokens are deleted at once. Attempts in progress finish. Queued pins wait for up to a day after their time, and go out once the account is reconnected with POST /v1/connect-links. Pinterest has no call to revoke access: the account holder does that in their Pinterest settings.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/publishing/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause publishing
         * @description Attempts in progress finish. Pins due while paused wait, or fail at their time. The body is optional.
         */
        post: operations["pausePublishing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/publishing/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume publishing
         * @description Waiting pins go out; those more than 10 minutes late go out one a minute.
         */
        post: operations["resumePublishing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/guard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the guard of an account
         * @description While Pinterest holds the account back, pins wait, one is tried at `probeAt`, and the queue goes on once it is taken.
         */
        get: operations["getGuard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the limit of a day and blackouts
         * @description Slots in a blackout, and those of a day that has its limit, are not open. A sendAt is taken and gets a warning. Queued posts stay where they are: `posts` and `daysOver` count them.
         */
        patch: operations["updateGuard"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/guard/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the hold now
         * @description Waiting pins go out; those more than 10 minutes late go out one every 5 minutes. If Pinterest still refuses, the account is on hold again.
         */
        post: operations["resumeHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an account can still schedule, and what it has spent
         * @description Credits, trial pins and the plan’s limit, and the last 50 ledger entries.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts
         * @description Queued posts soonest first, drafts and sent posts newest first, uploading posts oldest first.
         */
        get: operations["listPosts"];
        put?: never;
        /**
         * Create a post
         * @description Without sendAt and useNextOpenSlot, the post is saved as a draft; with one of them, it is scheduled at once and charged. With intervalBoards, there is one post and one charge per board, all or none. With a key that cannot schedule, on an account with approvals: 202, the post is a draft, and `approval` is the request.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one post
         * @description In any status. `state` says where it stands right now, and why.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Delete a draft or queued post
         * @description A queued post is refunded, except for trial pins and charges of an earlier billing period.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        /**
         * Edit the text, link or board of a draft or queued post
         * @description Fields that are left out keep their values; at least one is required. Free, and does not change the time. 409 if the post is being published or was: nothing is saved.
         */
        patch: operations["updatePost"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 100 posts
         * @description Written in one transaction and undone as one. A post’s own time overrides `mode`. With onError stop, one refused post refuses them all with 400 and `error.rows`; with skip, the others are written. With preview: 200 with what would happen to each; nothing is written. 202: some of them are waiting for approval.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a batch
         * @description As it is now, for 90 days. Posts deleted since then are left out of the results.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/batches/{batchId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a batch
         * @description Within ten minutes, if none of its posts has changed since: its posts are deleted, charges are refunded and requests withdrawn.
         */
        post: operations["undoBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export posts as CSV
         * @description All posts with a status, in the order of the list, streamed. Publish date is in the account’s time zone; Publish at is the same time in UTC. Imports recognize the columns by name. Cells that a spreadsheet would run as a formula start with an apostrophe.
         */
        get: operations["exportPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/boards.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export boards as CSV
         * @description The boards of the listing. Their ids start with b_, which keeps spreadsheets from rounding them; every field of /v1 that takes a board id also accepts it with b_.
         */
        get: operations["exportBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import posts from a CSV file
         * @description Each line becomes a new post. Lines with errors are left out with the reason; the others are written in the background. Read the import until its status is success or failed. With preview: 200 with what would happen, except for media; nothing is written.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description Its progress and the lines that were refused. Kept for 90 days after its last line.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Ends an import that is still being written. Posts that were created stay; the other lines are refused.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Within ten minutes of its start, if none of its posts has changed: all are deleted and refunded.
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make drafts from a page
         * @description The page is read in the background, and one to five drafts are made from its content: title, description, alt text, image, link and board. Nothing is invented, scheduled or charged. Read the generation until its status is success or failed.
         */
        post: operations["createGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/generations/{generationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a generation
         * @description Its progress and the drafts it made. Kept for 90 days after it ends.
         */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/generations/{generationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a generation
         * @description Only while it is queued; its status becomes failed with failureCode cancelled. Once the page is being read, this is a 409.
         */
        post: operations["cancelGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List feeds
         * @description All feeds of the account, oldest first, including paused ones.
         */
        get: operations["listFeeds"];
        put?: never;
        /**
         * Add a feed
         * @description The feed is checked at once, then every hour. The first check turns its newest entries into drafts, up to one day’s number; older entries are skipped. A sitemap only drafts pages that are added later. Nothing is scheduled and nothing is charged. At most 20 feeds per account.
         */
        post: operations["createFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/feeds/{feedId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a feed
         * @description With its latest entries and the result of each.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        /**
         * Delete a feed
         * @description Its drafts stay; entries waiting for their day are dropped. Entries it already drafted are not drafted again if the feed is added later.
         */
        delete: operations["deleteFeed"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a feed
         * @description Applies to drafts made from now on. For another URL, add another feed.
         */
        patch: operations["updateFeed"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/feeds/{feedId}/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a feed now
         * @description Within seconds, instead of at its next hourly check. At most once a minute.
         */
        post: operations["refreshFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the media of a draft or queued post
         * @description Takes the media fields of create and replaces all of the post’s media with an image, a video or a carousel. Free, and does not change the time. 400 productTagPinIds for a carousel while the post has product tags. 409 if it is being published or was.
         */
        put: operations["replacePostMedia"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Crop the image of a draft or queued post, or put it on a card
         * @description crop: the most eye-catching 2:3 part. card: the whole image on a background in its own color, with the title below it. original: the image as first given. Applies to each image of a carousel. Free. 400 fit for a video, a saved pin, or a title with characters the card cannot show.
         */
        post: operations["changePostPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule a draft or reschedule a queued post
         * @description Scheduling a draft is charged; rescheduling is free. The post needs a title, a description, a url and a board. Send one of sendAt, useNextOpenSlot, moveToSlot and publishNow. moveToSlot earlier changes nothing if no earlier slot is open. With a key that cannot schedule, on an account with approvals: 202, the post stays a draft, and `approval` is the request.
         */
        post: operations["schedulePost"];
        /**
         * Unschedule a queued post
         * @description It becomes a draft and keeps everything but its time. Its charge is refunded, except for trial pins and earlier billing periods.
         */
        delete: operations["unschedulePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many posts at once
         * @description Reschedules, unschedules, deletes or edits up to 500 posts, by id or by filter, in one transaction; each that cannot be changed gets an error. With preview, nothing is written. undoChange undoes it as a whole.
         */
        post: operations["changePosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/changes/{changeId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of many posts
         * @description Undoes all of it, within ten minutes and if none of the posts has changed since. Charges are refunded, and refunded ones taken again. Deleted posts are always restored, as drafts if their time has passed or their charge is denied.
         */
        post: operations["undoChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap the times of two queued posts
         * @description Each takes the other’s time and slot. Free, and both or neither. 409 post_not_schedulable if one of them is not queued; 400 if a time has passed or both times are the same. Swapping twice undoes the swap, so send the times you saw if others may send the same request.
         */
        post: operations["swapPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/series/{intervalGroupId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the queued posts of a series
         * @description By a number of days, or so that the next of them goes out at sendAt and the others keep their distance, in the account’s time zone. All or nothing; published posts, posts being published and drafts do not move. Free.
         */
        post: operations["moveSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a post as a draft
         * @description Copies media, text, board and product tags of a post in any state, but not its time, series or failure. Free. A section that no longer exists is left out.
         */
        post: operations["duplicatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record whether a pin with an unknown outcome was published
         * @description For a draft that failed with outcome_unknown, or a post being published whose outcome is still being checked; any other post is 409 outcome_known. Published: the post becomes sent with that pin, which must belong to this account and to no other post; if Pinterest does not let us read it, we rely on your answer. Not published: a draft loses its failure; a post being published goes out again, or fails as missed once its 24 hours are over.
         */
        post: operations["reportPostOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a post before it goes out
         * @description Checks its link, images, board and account as they are now. Nothing is reported for a post that is being or has been published. Drafts and queued posts are also checked automatically, when they are saved and a day before their time.
         */
        get: operations["getPreflight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/patrol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published pins whose links lead nowhere
         * @description Links of published pins are read every month, those with the most clicks every week. What was seen on two days is listed, the newest pin first.
         */
        get: operations["listLinksFound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approval requests
         * @description Newest first.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/approvals/{approvalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an approval request
         * @description In any state, even if its post has been deleted.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/approvals/{approvalId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide an approval request
         * @description Requires the personal key of someone whom the current step waits for (any scheduler where the account has no rules), who did not make the request and did not edit the post last. Once its last step is approved, the post is scheduled as requested and charged. On hold, it stays pending and nobody approves it until it is released. Otherwise it stays a draft and its author is notified.
         */
        post: operations["decideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/approval-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the approval rules
         * @description For admins. Without rules, any scheduler decides in one step.
         */
        get: operations["getApprovalRules"];
        /**
         * Replace the approval rules
         * @description For admins. Requests that wait keep their steps. A step that fewer known people can fulfil than it asks for is refused; a group counts as enough until somebody of it was seen, a contact as one.
         */
        put: operations["putApprovalRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/approvals/{approvalId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an approval request that is on hold
         * @description For whoever may decide it, also if somebody else holds it. One that is not on hold stays as it is.
         */
        post: operations["releaseApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/approvals/{approvalId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an approval request back
         * @description The post stays a draft.
         */
        post: operations["withdrawApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments of a post
         * @description Newest first, also of a deleted post while its deletion can be undone.
         */
        get: operations["listComments"];
        put?: never;
        /**
         * Comment on a post
         * @description In any state of the post. Its author, who asked for its approval and who commented before get a message in Slack; its approval card shows the comment.
         */
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/review-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List review links
         * @description Newest first, without their addresses.
         */
        get: operations["listReviewLinks"];
        put?: never;
        /**
         * Create a review link
         * @description For one contact of a client, who opens it without an account, sees the posts, approves them, asks for changes or comments. The answers appear on the approval cards; your team decides.
         */
        post: operations["createReviewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/review-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a review link
         * @description It stops opening at once. One that has ended stays as it is.
         */
        delete: operations["deleteReviewLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clients in Slack
         * @description For admins: the channel of the account’s clients, and who decides there for each contact.
         */
        get: operations["getClients"];
        /**
         * Replace the clients in Slack
         * @description For admins. They are people of other workspaces, and the channel is none that gets your own messages. Requests that wait for a contact are shown to its people there.
         */
        put: operations["putClients"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the receipt of a published pin
         * @description Who chose which version, who approved it, what was sent and what Pinterest shows, signed by the service. The first receipt reads the pin from Pinterest and is kept; without an answer readBack is null, and the next one tries again. GET /v1/receipt-keys has the public keys (a JWK set, without an API key).
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/published-edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last change of a published pin
         * @description An edit or a deletion, with how it ended. 404 if there was none.
         */
        get: operations["getPublishedEdit"];
        put?: never;
        /**
         * Edit a published pin on Pinterest
         * @description Reads the pin, then changes the given fields; its media stay. By schedulers and admins, or by contributors for their own pins, where it waits for approval. 202: GET …/published-edit says how it ended. It is sent once: a pin that was edited on Pinterest meanwhile stays as it is. Pinterest may not let your service’s app do this yet: then nothing changes.
         */
        post: operations["updatePublishedPin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/published-edit/{editId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide an edit of a published pin
         * @description Of state pending_approval. Requires the personal key of a scheduler or admin who did not request it; who did may decline it, which withdraws it.
         */
        post: operations["decidePublishedEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a published pin from Pinterest
         * @description Needs ?confirm= with its pinId. The post stays with its stats. 202: GET …/published-edit says how it ended. By schedulers and admins.
         */
        delete: operations["deletePublishedPin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/posts/{postId}/twin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a pin
         * @description From the stored days: Pinterest is not called. 404 if the post is in no test.
         */
        get: operations["getTwin"];
        /**
         * Test two versions of a pin
         * @description Compares two posts with the same link at the same age, 14 and 21 days after publication. By schedulers and admins. Duplicate a post, change its image or title, pair the two, then schedule it: open slots less than three days from the other are passed over.
         */
        put: operations["putTwin"];
        post?: never;
        /**
         * End a test of two versions
         * @description Both pins stay. The answer is the comparison as it was.
         */
        delete: operations["deleteTwin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an upload
         * @description PUT the bytes to uploadUrl with exactly contentType as the Content-Type, then create a post with the uploadId.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/timeslots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the weekly timeslots
         * @description By weekday and time, each in its own time zone.
         */
        get: operations["listTimeslots"];
        put?: never;
        /**
         * Add a timeslot
         * @description Its type is manual. Adding the same one twice creates two. An account can have at most 2,000.
         */
        post: operations["createTimeslot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/timeslots/{timeslotId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a timeslot
         * @description Pins on it keep their times. The answer is the slot as it was.
         */
        delete: operations["deleteTimeslot"];
        options?: never;
        head?: never;
        /**
         * Move a timeslot
         * @description The slot becomes manual. Pins on it keep their times.
         */
        patch: operations["updateTimeslot"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/evergreen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the evergreen pins, slots and runs
         * @description A slot publishes the pin of the pool that has been out of sight longest.
         */
        get: operations["getEvergreen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/evergreen/pool/{postId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a published pin into the pool, or change its limits
         * @description Left out: unchanged; null: no limit. A pin that has ended joins again without its old limits, counted from zero.
         */
        post: operations["putEvergreenPin"];
        /**
         * Take a pin out of the pool
         * @description Repeats that were made stay on the schedule.
         */
        delete: operations["deleteEvergreenPin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/evergreen/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an evergreen slot
         * @description An account can have at most 50.
         */
        post: operations["createEvergreenSlot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/evergreen/slots/{timeslotId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an evergreen slot
         * @description A repeat that was made keeps its time. The answer is the slot as it was.
         */
        delete: operations["deleteEvergreenSlot"];
        options?: never;
        head?: never;
        /**
         * Move an evergreen slot
         * @description A repeat that was made keeps its time.
         */
        patch: operations["updateEvergreenSlot"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/timeslots/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild the weekly timeslots
         * @description Replaces all timeslots with auto-created ones at the account’s best times. Pins keep their times; those whose times match a new timeslot are on it. Use preview to see what would be added and removed.
         */
        post: operations["rebuildTimeslots"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/timeslots/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest timeslots
         * @description Times worth adding as timeslots, best first, if possible at least an hour apart and from existing timeslots.
         */
        get: operations["listTimeslotSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the dated schedule
         * @description Open and occupied times, earliest first. An open time may be taken before you use it: schedule with useNextOpenSlot.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account's analytics
         * @description For the whole account, by day and in total. Send both dates, or neither for the last 30 days (UTC). Cached for 15 minutes for the same account and request. 403 platform_analytics_forbidden: Pinterest gives analytics to business accounts only; retrying does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.
         */
        get: operations["getAccountAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/analytics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account’s stored days
         * @description Days as Pinterest last reported them, including those it no longer reports. Days that were never read are missing. Does not call Pinterest. Send both dates, or neither for the last 30 days (UTC).
         */
        get: operations["getAccountAnalyticsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/top-pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account’s top pins
         * @description The top ten pins by one metric, in Pinterest’s order. Send both dates, or neither for the last 30 days (UTC). Cached for 15 minutes for the same account and request. 403 platform_analytics_forbidden: Pinterest gives analytics to business accounts only; retrying does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.
         */
        get: operations["listTopPins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/pins/{pinId}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the analytics of a pin
         * @description For one of the account’s own pins, even if it was not published here; any other pin is a 404. Send both dates, or neither for the last 30 days (UTC). Cached for 15 minutes for the same account and request. 403 platform_analytics_forbidden: Pinterest gives analytics to business accounts only; retrying does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.
         */
        get: operations["getPinAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/spacing-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the spacing rules
         * @description The DEFAULT rule, if there is one, and the CUSTOM rules.
         */
        get: operations["listSpacingRules"];
        /**
         * Create or change a spacing rule
         * @description Does not move any pins: only useNextOpenSlot follows the rules. Urls that differ only in scheme, host case, default port, trailing slashes or fragment count as the same.
         */
        put: operations["putSpacingRule"];
        post?: never;
        /**
         * Remove a spacing rule
         * @description The answer is the rule as it was.
         */
        delete: operations["deleteSpacingRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/utm-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the UTM parameters
         * @description The account’s, if it has any, and those of its boards.
         */
        get: operations["listUtmRules"];
        /**
         * Set UTM parameters
         * @description Added to a pin’s link when it goes out; the post’s `url` does not change. Links that already have utm_ parameters keep them. Fields a board leaves out use the account’s values.
         */
        put: operations["putUtmRule"];
        post?: never;
        /**
         * Remove UTM parameters
         * @description The account’s, or one board’s. The answer is what they were.
         */
        delete: operations["deleteUtmRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/calendar-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the calendar link
         * @description Null if there is none.
         */
        get: operations["getCalendarLink"];
        put?: never;
        /**
         * Create a calendar link
         * @description A secret URL that calendar apps can subscribe to. Any earlier link stops working at once.
         */
        post: operations["createCalendarLink"];
        /**
         * Turn off the calendar link
         * @description Succeeds even if there is none.
         */
        delete: operations["deleteCalendarLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link that connects an account
         * @description For the account holder; it works for 15 minutes. Anyone who opens it connects an account to the organization, so keep it secret.
         */
        post: operations["createConnectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what this key can do
         * @description Whose key it is, its role, and every account it can see. A good first request: it is free.
         */
        get: operations["getPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of the organization
         * @description Oldest first, including expired and revoked ones. Anyone who is not an admin of the organization sees only their own personal keys.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key of the organization
         * @description Only for admins of the organization, with a key or as a person, 200 in a UTC day. The secret is in this answer only. People create personal keys in Slack.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description It stops working at once. Admins of the organization can revoke any key, others only their own personal keys.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first, including ended ones. Like all webhook operations, only for keys and people who are admins of the organization.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Events are sent as signed POSTs from now on. The secret that verifies them is in this answer only. At most 20 per organization.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Its secret is not in the answer.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Also deletes its deliveries. Waiting events are not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a webhook
         * @description Events that happen while it is paused wait and are sent in order when it is resumed. A webhook that ended with a 410 is 409 webhook_ended.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For 24 hours, deliveries are signed with both the old and the new secret. The new one is in this answer only.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Newest first, for 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description With the same event id and a new signature. A delivery that is still waiting is 409 delivery_waiting.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the events of a time span
         * @description All events between `from` and `to` that were sent here before, each once and in order; at most 10000 at once.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description A webhook.test event, signed and delivered like any other. Read the deliveries to see the response. A paused webhook is 409 webhook_paused.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/issue-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a wrong answer
         * @description Read by people: no credentials and no personal data, please.
         */
        post: operations["createIssueReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capability-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a feature
         * @description Read by people: no credentials and no personal data, please.
         */
        post: operations["createCapabilityRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "post.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A post was put on the schedule, or got another time
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onPostScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A pin is on Pinterest
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onPostSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A pin was not published; the post is a draft with its failure
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onPostFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.late": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A pin is ten minutes behind its time
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onPostLate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody deleted a post; data shows it as it was
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onPostDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody asks for approval, or asks again
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.reminded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The people who can decide it were sent a reminder
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onApprovalReminded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.step_decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody approved a step of a request, or took that back
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onApprovalStepDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A request was approved, rejected, sent back or withdrawn
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onApprovalDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody put a request on hold, or changed its hold
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onApprovalHeld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody commented on a post
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onCommentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An account was connected
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onAccountConnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.reconnect_required": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pinterest no longer accepts our access to an account
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onAccountReconnectRequired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.full": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody asked for the next open slot, and there was none
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onScheduleFull"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test that you requested
         * @description Sent by Pinslot to your endpoint. Verify the signature before you use it.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description About the answer itself */
        Meta: {
            /** @description Unique per request, also in the X-Request-Id header */
            requestId: string;
        };
        /** @description Why one post of a batch was refused */
        RowError: {
            /** @description Position of the post in the request, from 0 */
            index: number;
            /**
             * @description The kind of error. Values may be added
             * @enum {string}
             */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /**
             * @description What to do about it, where the code alone does not say. Values may be added
             * @enum {string}
             */
            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "post_not_published" | "pin_deleted" | "pin_edit_open" | "not_testable" | "test_exists" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "account_on_hold" | "slot_not_open" | "undo_expired" | "generation_started" | "import_over" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_on_hold" | "approval_own_edit" | "approval_outdated" | "approval_steps_left" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
            /** @description The wrong input field, if there is one */
            field?: string;
            /** @description A message for people that says how to fix it, if possible */
            message: string;
        };
        /** @description Why a request was refused */
        Error: {
            /**
             * @description The kind of error. Values may be added
             * @enum {string}
             */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /**
             * @description A message for people that says how to fix it, if possible
             * @example sendAt must be in the future.
             */
            message: string;
            /**
             * @description What to do about it, where the code alone does not say. Values may be added
             * @enum {string}
             */
            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "post_not_published" | "pin_deleted" | "pin_edit_open" | "not_testable" | "test_exists" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "account_on_hold" | "slot_not_open" | "undo_expired" | "generation_started" | "import_over" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_on_hold" | "approval_own_edit" | "approval_outdated" | "approval_steps_left" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
            /** @description The wrong input field, if there is one */
            field?: string;
            /** @description Only when a whole batch is refused: the posts that are wrong, in order */
            rows?: components["schemas"]["RowError"][];
            /**
             * Format: uri
             * @description Where a PAYMENT_REQUIRED denial can be resolved
             */
            resolve_url?: string;
        };
        /** @description Pinterest takes nothing from the account for now */
        Hold: {
            /**
             * @description Of the first refusal, Unix seconds
             * @example 1772463600
             */
            since: number;
            /**
             * @description spam: the spam guard; restricted: what the account may publish is limited; terms: terms or guidelines; billing: an open payment. Values may be added
             * @enum {string}
             */
            reason: "spam" | "under_review" | "disapproved" | "suspended" | "restricted" | "terms" | "billing";
            /** @description What Pinterest said, at most 200 characters */
            platformMessage: string;
            /**
             * @description When one pin is tried again, Unix seconds
             * @example 1772463600
             */
            probeAt: number;
        };
        /** @description A connected Pinterest account */
        Account: {
            /** @description Our id: the accountId in every path */
            id: string;
            /** @description Pinterest’s id of the user */
            userId: string;
            /** @description On Pinterest */
            username: string;
            /** @description On Pinterest */
            displayName: string;
            /** @description Its picture on Pinterest */
            avatarUrl: string | null;
            /**
             * @description IANA name
             * @example America/New_York
             */
            timezone: string | null;
            /** @description A business account: it has analytics and product tags */
            isBusiness: boolean;
            /**
             * @description unauthorized: its holder must reconnect it; nothing goes out until then
             * @enum {string}
             */
            tokenStatus: "authorized" | "unauthorized";
            /** @description Whether tokenStatus is authorized */
            tokenAuthorized: boolean;
            /** @description Host of the website on its Pinterest profile */
            domain: string | null;
            /** @description Whether the account has claimed the website on Pinterest */
            isDomainVerified: boolean;
            /**
             * @description paused: nothing goes out
             * @enum {string}
             */
            publishing: "active" | "paused";
            /**
             * @description What happens to pins that are due while it is paused
             * @enum {string}
             */
            whilePaused: "wait" | "fail";
            /** @description Why it is paused if no admin paused it. Its pins then wait, whatever `whilePaused` says */
            pausedBecause: ("app_removed" | "restored") | null;
            /** @description When the pause ends by itself, Unix seconds; null: when it is resumed */
            pausedUntil: number | null;
            /** @description null: Pinterest takes its pins, as far as we know */
            hold: components["schemas"]["Hold"] | null;
            /**
             * @description What the account’s Slack channel gets of published pins: nothing, a message for each pin, or one message a day that grows
             * @enum {string}
             */
            publishedPins: "off" | "each" | "daily";
            /** @description Whether a post whose link is dead when it is due becomes a draft (`link_dead`) instead of going out */
            holdDeadLinks: boolean;
            /** @description The region whose searches to show; null: the region of its time zone */
            trendRegion: ("US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ") | null;
            /**
             * @description The interests to show, up to five; empty: all
             * @example [
             *       "home_decor"
             *     ]
             */
            trendInterests: ("animals" | "architecture" | "art" | "beauty" | "childrens_fashion" | "design" | "diy_and_crafts" | "education" | "electronics" | "entertainment" | "event_planning" | "finance" | "food_and_drinks" | "gardening" | "health" | "home_decor" | "mens_fashion" | "parenting" | "quotes" | "sport" | "travel" | "vehicles" | "wedding" | "womens_fashion")[];
            /** @description The destination link proposed for pins without one in Slack */
            defaultLink: string | null;
            /**
             * @description When it was first connected, Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /**
         * @description By name: impression, save, saveRate, pinClick, outboundClick, engagement, engagementRate and others. Rates are fractions. null: not computed yet, may arrive later. Absent: Pinterest does not report it, and it will not arrive.
         * @example {
         *       "impression": 516,
         *       "save": 12,
         *       "saveRate": 0.023
         *     }
         */
        Metrics: {
            [key: string]: number | null;
        };
        /** @description The metrics of one day */
        MetricDay: {
            /**
             * Format: date
             * @description A UTC day
             * @example 2026-03-02
             */
            date: string;
            /**
             * @description Anything other than READY explains null or zero metrics; only PROCESSING is worth reading again later
             * @example READY
             * @example PROCESSING
             * @example BEFORE_PIN_CREATED
             */
            dataStatus: string;
            metrics: components["schemas"]["Metrics"];
        };
        /** @description A pin that cannot be read (someone else’s, or deleted) has only pinId, pinUrl and metrics */
        TopPin: {
            /** @description Pinterest’s id, not that of a post */
            pinId: string;
            /** @description The pin’s own page */
            pinUrl: string;
            /** @description Absent if it has none */
            title?: string;
            /** @description Absent if it has none */
            description?: string;
            /** @description Its destination; absent if it has none */
            destinationUrl?: string;
            /** @description Its image on Pinterest */
            imageUrl?: string;
            /**
             * Format: date-time
             * @description When it was created
             * @example 2026-01-05T08:00:00.000Z
             */
            createdAt?: string;
            metrics: components["schemas"]["Metrics"];
        };
        /** @description A request to schedule a post, decided by a person */
        Approval: {
            /** @description Id of the request */
            id: string;
            /** @description Id of the draft that needs approval */
            postId: string;
            /** @description The batch that requested several at once; null: requested alone */
            batchId: string | null;
            /**
             * @description expired: the requested time passed without a decision; withdrawn: the post was deleted, or its author did something else with it. It is pending again if an approved scheduling was undone
             * @enum {string}
             */
            state: "pending" | "approved" | "changes_requested" | "rejected" | "expired" | "withdrawn";
            /** @description The requested time; null: the next open slot */
            sendAt: number | null;
            /** @description key:… for an API key, T…:U… for a person in Slack */
            requestedBy: string;
            /** @description The key of the requesting program and its User-Agent; null: requested in Slack */
            requestedWith: {
                keyId: string;
                keyName: string | null;
                agent: string | null;
            } | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            requestedAt: number;
            /** @description Until when it should be decided; it does not expire then. null: a request from before due times */
            dueAt: number | null;
            /** @description The open slot that is kept for it while it is pending and not overdue: others get later ones, and an approval takes it. null: none is kept */
            keptSlotAt: number | null;
            /** @description Until when keptSlotAt is kept; null: none is kept, or it is on hold without an end */
            keptSlotUntil: number | null;
            /** @description When it expires; null: it does not expire */
            decideBy: number | null;
            /** @description Who decided, in the form of requestedBy; null: nobody yet */
            decidedBy: string | null;
            /** @description When, Unix seconds */
            decidedAt: number | null;
            /** @description What to change, or why it was rejected */
            reason: string | null;
            /** @description Who put it on hold, in the form of requestedBy: until it is released, nobody approves it; null: not on hold */
            heldBy: string | null;
            /** @description When the hold ends by itself; null: when somebody releases it */
            heldUntil: number | null;
            /** @description Why it is on hold; null: no reason was given */
            heldReason: string | null;
            /** @description Version of the post that is up for approval */
            postVersion: number;
            /** @description Edits since the request, while it is undecided: the values then and now. Once it is approved: what its approver edited in the same act. For media, only the kind: image, video or carousel of n */
            changes: {
                /**
                 * @description What was edited
                 * @enum {string}
                 */
                field: "title" | "description" | "url" | "altText" | "cover" | "slides" | "media" | "boardId" | "boardSectionId" | "productTagPinIds" | "aiDisclosures";
                /** @description Value when the request was made; null: not set */
                before: string | null;
                /** @description Value now; null: not set */
                after: string | null;
            }[];
            /** @description The current step, out of `steps` */
            step: number;
            /** @description How many steps decide, one after another */
            steps: number;
            /** @description Only with include=steps: each step as the rule was when it was requested; empty: any scheduler decides */
            stepDetails?: {
                /** @description What the step is called, such as Brand */
                name: string;
                /** @description The people who decide it */
                reviewers: {
                    /**
                     * @description Who decides
                     * @enum {string}
                     */
                    kind: "person" | "group" | "role" | "contact";
                    /** @description U… of a person in Slack, S… of a user group, reviewer, scheduler or admin, or the name of a client’s contact */
                    id: string;
                }[];
                /** @description How many of them approve; all is for people and contacts */
                rule: ("any" | "all") | {
                    atLeast: number;
                };
                /** @description The fields whose edit restarts the step; left out: all but the section */
                looksAt?: ("title" | "description" | "url" | "altText" | "cover" | "slides" | "media" | "boardId" | "boardSectionId" | "productTagPinIds" | "aiDisclosures")[];
                /**
                 * @description waiting: for an earlier step; pending: it is decided next. An edit restarts the steps that look at what changed
                 * @enum {string}
                 */
                state: "waiting" | "pending" | "approved" | "skipped";
                /** @description The approvals that count for it */
                decidedBy: {
                    /** @description The step that it decides; null: none, such as the word of a client whom no step asks */
                    step: number | null;
                    /**
                     * @description skip: the rule did not ask for the step
                     * @enum {string}
                     */
                    decision: "approve" | "request_changes" | "reject" | "skip";
                    /** @description In the form of requestedBy; link:… for a client with a review link, client:T…:U… for one in Slack */
                    decidedBy: string;
                    /** @description The person who is away, for whom a deputy decided; null: nobody */
                    onBehalfOf: string | null;
                    /** @description What a client calls themselves; null: a person in Slack */
                    name: string | null;
                    /** @description The version of the post that was decided */
                    postVersion: number;
                    /**
                     * @description Unix seconds
                     * @example 1772463600
                     */
                    at: number;
                    /** @description What to change, or why it was rejected */
                    reason: string | null;
                }[];
            }[];
            /** @description Only with include=steps: every decision that was not undone, the oldest first */
            decisions?: {
                /** @description The step that it decides; null: none, such as the word of a client whom no step asks */
                step: number | null;
                /**
                 * @description skip: the rule did not ask for the step
                 * @enum {string}
                 */
                decision: "approve" | "request_changes" | "reject" | "skip";
                /** @description In the form of requestedBy; link:… for a client with a review link, client:T…:U… for one in Slack */
                decidedBy: string;
                /** @description The person who is away, for whom a deputy decided; null: nobody */
                onBehalfOf: string | null;
                /** @description What a client calls themselves; null: a person in Slack */
                name: string | null;
                /** @description The version of the post that was decided */
                postVersion: number;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                at: number;
                /** @description What to change, or why it was rejected */
                reason: string | null;
            }[];
        };
        /** @description Why this time; only with useNextOpenSlot */
        Placement: {
            /** @description Occurrences that were skipped, earliest first; at most the first 10 */
            passedOver: {
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                sendAt: number;
                /** @description The timeslot of the occurrence */
                timeslotId: string;
                /**
                 * @description taken: another post has it; spacing: a post with the same url is too close; blackout: nothing goes out then; day_full: the day has as many posts as the guard’s limit
                 * @enum {string}
                 */
                reason: "taken" | "spacing" | "blackout" | "day_full";
                /** @description The post that has it or is too close */
                postId?: string;
            }[];
            /** @description Whether more were skipped */
            isMore: boolean;
            /** @description Days of the spacing rule that applied to the url, if there is one */
            spacingDays?: number;
        };
        /** @description The actual state of the post and why, at the time of this answer */
        PostState: {
            /**
             * @description The current state, in more detail than status. awaiting_approval, approval_expired and failed are drafts; waiting is queued and held up; unconfirmed is sent to Pinterest without an answer
             * @enum {string}
             */
            name: "draft" | "failed" | "awaiting_approval" | "approval_expired" | "scheduled" | "waiting" | "publishing" | "unconfirmed" | "published";
            /** @description Why it is waiting; for a published post, why it was late */
            cause: ("paused" | "disconnected" | "account_on_hold" | "video" | "rate_limit" | "unavailable" | "app_refused" | "image_unreachable" | "not_prepared" | "board_unread" | "unconfirmed" | "board_busy" | "catching_up" | "in_line" | "missed") | null;
            /** @description Whether it is (or, if published, was) ten minutes or more behind sendAt */
            isLate: boolean;
            /** @description Since when it is in this state */
            since: number | null;
            /** @description When this state ends by itself: at its time, or a day later, when it becomes a draft */
            until: number | null;
            /** @description When Pinterest is called next */
            nextAttemptAt: number | null;
        };
        /** @description One pin: a draft, or on its way to a board */
        Post: {
            /** @description Our id: the postId in every path */
            id: string;
            /**
             * @description draft: has no time; queued: waiting for its time; uploading: being published; sent: on Pinterest
             * @enum {string}
             */
            status: "draft" | "queued" | "sent" | "uploading";
            /**
             * Format: uri
             * @description The image or video; the cover of a carousel; null on a saved pin
             */
            mediaUrl: string | null;
            /** @description The type of mediaUrl; image for a carousel; null on a saved pin */
            mediaType: ("image" | "video") | null;
            /** @description Only on a post that saves a pin to the board instead of creating one; title is the original’s, if a search in the last hour had found it */
            savedPin?: {
                /** @description The original public pin */
                pinId: string;
                /**
                 * Format: uri
                 * @description URL of its image when a search found it; null: not known. We do not store the image
                 */
                pictureUrl: string | null;
            };
            /** @description Further images of a carousel, in order after the cover; absent if there is only one */
            carouselItems?: {
                /**
                 * Format: uri
                 * @description The image
                 */
                url: string;
                /** @description Title of this image; absent: none */
                title?: string;
                /** @description Description of this image; absent: none */
                description?: string;
                /**
                 * Format: uri
                 * @description Destination of this image; absent: that of the pin
                 */
                link?: string;
            }[];
            /**
             * @description Only if the image was cropped to 2:3 or put on a card; the original is kept
             * @enum {string}
             */
            pictureFit?: "crop" | "card";
            /** @description Null if not set */
            title: string | null;
            /** @description Null if not set */
            description: string | null;
            /** @description Destination */
            url: string | null;
            /** @description Null if not set */
            boardId: string | null;
            /** @description Null if not set, or if the board is not in the listing */
            boardName: string | null;
            /** @description Null: the board root */
            boardSectionId: string | null;
            /** @description Describes the media for people who cannot see it */
            altText: string | null;
            /** @description When it is scheduled for, Unix seconds */
            sendAt: number | null;
            /** @description When it was published, Unix seconds */
            sentAt: number | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Null until the pin is on Pinterest */
            pinId: string | null;
            /**
             * @description Only if the pin is no longer on Pinterest: when that was found or done
             * @example 1772463600
             */
            pinDeletedAt?: number;
            /** @description Whether it is a simplified pin rather than a standard one */
            isSimplifiedPin: boolean;
            /** @description Product pins from the catalog */
            productTagPinIds: string[];
            /** @description What a video shows before it plays; null: no video */
            cover: {
                /** @description The second whose frame it is */
                second?: number;
                /**
                 * Format: uri
                 * @description The image that it is
                 */
                mediaUrl?: string;
            } | null;
            /** @description Of a carousel whose images have texts: theirs, the cover first */
            slides?: {
                /** @description Title of this image; absent: none */
                title?: string;
                /** @description Description of this image; absent: none */
                description?: string;
                /**
                 * Format: uri
                 * @description Destination of this image; absent: that of the pin
                 */
                link?: string;
            }[];
            /** @description What Pinterest tells viewers about AI in the pin */
            aiDisclosures: string[];
            /** @description The team’s own labels, which Pinterest does not get */
            labels: string[];
            /**
             * @description Only on a sent post that has product tags, which are added after publishing: pending until they are on the pin; failed if Pinterest refused them or they could not be added within a day
             * @enum {string}
             */
            productTagsStatus?: "pending" | "added" | "failed";
            /** @description Shared by the posts created by one intervalBoards; null: not part of a series */
            intervalGroupId: string | null;
            /** @description Only on a post made from a page: the generation that made it */
            generationId?: string;
            /** @description Only on an evergreen pin: the published post it repeats */
            sourcePostId?: string;
            /** @description Only on a draft whose last publishing failed */
            failure?: {
                /**
                 * @description The reason. Values may be added
                 * @enum {string}
                 */
                reason: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "account_on_hold" | "paused" | "missed" | "outcome_unknown";
                /** @description A message for people */
                message: string;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                failedAt: number;
                /** @description The time it missed, Unix seconds */
                sendAt: number | null;
            };
            /** @description Codes found by the last check of a draft or queued post; GET …/preflight has the details. Absent: none, or not checked yet. Values may be added */
            warnings?: ("link_unreachable" | "link_status" | "link_redirects" | "link_sold_out" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "ai_undeclared" | "text_cut")[];
            state: components["schemas"]["PostState"];
        };
        /** @description Something to know about a time */
        Warning: {
            /**
             * @description same_minute: another post goes out in the same minute; same_link: a post with the same url is closer than its spacing rule allows; far_ahead: the time is more than a year from now; account_disconnected, account_paused, account_on_hold: nothing goes out until that changes; movement_lost: the image is animated, and the pin shows its first picture; ai_undeclared: the file says that AI made or changed it; blackout: the account’s guard closes that time; many_today: the day has as many posts as the guard’s limit; same_picture_month: the picture goes out too often in 30 days; same_link_close: a post with the same url is less than 3 days away; one_domain: most posts of the week lead to one website, not the profile’s. Values may be added
             * @enum {string}
             */
            code: "same_minute" | "same_link" | "far_ahead" | "account_disconnected" | "account_paused" | "account_on_hold" | "movement_lost" | "ai_undeclared" | "blackout" | "many_today" | "same_picture_month" | "same_link_close" | "one_domain";
            /** @description The input it is about; absent: the account */
            field?: string;
            /** @description A message for people */
            message: string;
            /** @description For same_minute, same_link and same_link_close: the nearest other post */
            postId?: string;
            /** @description In a series on several boards: the post this is about */
            forPostId?: string;
        };
        /** @description A post of a batch; in a preview it has no id and no media URL */
        BatchPost: {
            /** @description Our id: the postId in every path */
            id?: string;
            /**
             * @description draft: has no time; queued: waiting for its time; uploading: being published; sent: on Pinterest
             * @enum {string}
             */
            status: "draft" | "queued" | "sent" | "uploading";
            /**
             * Format: uri
             * @description The image or video; the cover of a carousel; null on a saved pin
             */
            mediaUrl?: string | null;
            /** @description The type of mediaUrl; image for a carousel; null on a saved pin */
            mediaType: ("image" | "video") | null;
            /** @description Only on a post that saves a pin to the board instead of creating one; title is the original’s, if a search in the last hour had found it */
            savedPin?: {
                /** @description The original public pin */
                pinId: string;
                /**
                 * Format: uri
                 * @description URL of its image when a search found it; null: not known. We do not store the image
                 */
                pictureUrl: string | null;
            };
            /** @description Further images of a carousel, in order after the cover; absent if there is only one */
            carouselItems?: {
                /**
                 * Format: uri
                 * @description The image
                 */
                url: string;
                /** @description Title of this image; absent: none */
                title?: string;
                /** @description Description of this image; absent: none */
                description?: string;
                /**
                 * Format: uri
                 * @description Destination of this image; absent: that of the pin
                 */
                link?: string;
            }[];
            /**
             * @description Only if the image was cropped to 2:3 or put on a card; the original is kept
             * @enum {string}
             */
            pictureFit?: "crop" | "card";
            /** @description Null if not set */
            title: string | null;
            /** @description Null if not set */
            description: string | null;
            /** @description Destination */
            url: string | null;
            /** @description Null if not set */
            boardId: string | null;
            /** @description Null if not set, or if the board is not in the listing */
            boardName: string | null;
            /** @description Null: the board root */
            boardSectionId: string | null;
            /** @description Describes the media for people who cannot see it */
            altText: string | null;
            /** @description When it is scheduled for, Unix seconds */
            sendAt: number | null;
            /** @description When it was published, Unix seconds */
            sentAt: number | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Null until the pin is on Pinterest */
            pinId: string | null;
            /**
             * @description Only if the pin is no longer on Pinterest: when that was found or done
             * @example 1772463600
             */
            pinDeletedAt?: number;
            /** @description Whether it is a simplified pin rather than a standard one */
            isSimplifiedPin: boolean;
            /** @description Product pins from the catalog */
            productTagPinIds: string[];
            /** @description What a video shows before it plays; null: no video */
            cover: {
                /** @description The second whose frame it is */
                second?: number;
                /**
                 * Format: uri
                 * @description The image that it is
                 */
                mediaUrl?: string;
            } | null;
            /** @description Of a carousel whose images have texts: theirs, the cover first */
            slides?: {
                /** @description Title of this image; absent: none */
                title?: string;
                /** @description Description of this image; absent: none */
                description?: string;
                /**
                 * Format: uri
                 * @description Destination of this image; absent: that of the pin
                 */
                link?: string;
            }[];
            /** @description What Pinterest tells viewers about AI in the pin */
            aiDisclosures: string[];
            /** @description The team’s own labels, which Pinterest does not get */
            labels: string[];
            /**
             * @description Only on a sent post that has product tags, which are added after publishing: pending until they are on the pin; failed if Pinterest refused them or they could not be added within a day
             * @enum {string}
             */
            productTagsStatus?: "pending" | "added" | "failed";
            /** @description Shared by the posts created by one intervalBoards; null: not part of a series */
            intervalGroupId: string | null;
            /** @description Only on a post made from a page: the generation that made it */
            generationId?: string;
            /** @description Only on an evergreen pin: the published post it repeats */
            sourcePostId?: string;
            /** @description Only on a draft whose last publishing failed */
            failure?: {
                /**
                 * @description The reason. Values may be added
                 * @enum {string}
                 */
                reason: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "account_on_hold" | "paused" | "missed" | "outcome_unknown";
                /** @description A message for people */
                message: string;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                failedAt: number;
                /** @description The time it missed, Unix seconds */
                sendAt: number | null;
            };
            /** @description Codes found by the last check of a draft or queued post; GET …/preflight has the details. Absent: none, or not checked yet. Values may be added */
            warnings?: ("link_unreachable" | "link_status" | "link_redirects" | "link_sold_out" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "ai_undeclared" | "text_cut")[];
            state: components["schemas"]["PostState"];
        };
        /** @description Why a post of a batch was refused */
        BatchError: {
            /**
             * @description The kind of error. Values may be added
             * @enum {string}
             */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /**
             * @description What to do about it, where the code alone does not say. Values may be added
             * @enum {string}
             */
            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "post_not_published" | "pin_deleted" | "pin_edit_open" | "not_testable" | "test_exists" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "account_on_hold" | "slot_not_open" | "undo_expired" | "generation_started" | "import_over" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_on_hold" | "approval_own_edit" | "approval_outdated" | "approval_steps_left" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
            /** @description The wrong input field, if there is one */
            field?: string;
            /** @description A message for people that says how to fix it, if possible */
            message: string;
        };
        /** @description The result for one post of the request */
        BatchResult: {
            /** @description Of the post in the request, from 0 */
            index: number;
            /** @description Absent if it was refused or has been deleted since */
            post?: components["schemas"]["BatchPost"];
            placement?: components["schemas"]["Placement"];
            /** @description Things to know about its time */
            warnings: components["schemas"]["Warning"][];
            /** @description What scheduling it costs; absent for a draft */
            charge?: {
                /**
                 * @description What pays for it. Values may be added
                 * @enum {string}
                 */
                unit: "allowance" | "credit" | "trial" | "plan_post" | "free";
                /** @description How many; 0: free */
                amount: number;
            };
            /** @description The request that is waiting for a decision */
            approval?: components["schemas"]["Approval"];
            error?: components["schemas"]["BatchError"];
        };
        /** @description Posts that were saved in one request */
        Batch: {
            /** @description Null: a preview */
            id: string | null;
            /** @description The account the posts belong to */
            accountId: string;
            /**
             * @description As requested
             * @enum {string}
             */
            mode: "draft" | "schedule" | "approval";
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Number of results */
            counts: {
                /** @description Posts that were saved, or would be */
                created: number;
                /** @description Posts that were refused */
                failed: number;
            };
            /** @description One for each post, in the order of the request */
            results: components["schemas"]["BatchResult"][];
        };
        /** @description A weekly time at which a pin may go out */
        Timeslot: {
            /** @description Id of the timeslot */
            id: string;
            /** @description Id of its account */
            accountId: string;
            /** @description 0 (Sunday) to 6 (Saturday) */
            dayPreference: number;
            /**
             * @description HHMM, in timezone
             * @example 0930
             */
            timePreference: string;
            /** @description IANA name */
            timezone: string;
            /**
             * @description How it was created: by a rebuild, from a suggestion, or manually
             * @enum {string}
             */
            type: "auto-created" | "recommended" | "manual";
            /** @description Id of the account’s schedule */
            scheduleId: number;
            /**
             * @description One occurrence predicted when the slot was written
             * @example 1772463600
             */
            sendAt?: number;
        };
        /** @description One dated time of the schedule */
        ScheduleEntry: {
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            sendAt: number;
            /**
             * @description repeat: evergreen republishes a published pin
             * @enum {string}
             */
            kind: "open" | "pin" | "repeat";
            /**
             * @description open: no post; otherwise depends on the status of its post
             * @enum {string}
             */
            state: "open" | "scheduled" | "publishing" | "published";
            /** @description Absent off-slot and on evergreen posts */
            timeslotId?: string;
            /** @description The post at that time; absent if open, or for a repeat that is not created yet */
            post?: {
                /** @description Id of the post */
                postId: string;
                /** @description Its title */
                title: string;
                /** @description Its destination */
                url: string;
                /** @description Its board */
                boardId: string;
            };
        };
        /** @description A timeslot that a rebuild creates */
        AddedTimeslot: {
            /** @description Absent in a preview */
            id?: string;
            /** @description 0 (Sunday) to 6 (Saturday) */
            dayPreference: number;
            /**
             * @description HHMM, in timezone
             * @example 0930
             */
            timePreference: string;
            /** @description IANA name */
            timezone: string;
            /**
             * @description Created by a rebuild
             * @constant
             */
            type: "auto-created";
        };
        /** @description What a rebuild did, or would do */
        Rebuild: {
            /** @description true: nothing was written */
            preview: boolean;
            /**
             * @description Where the times come from: the account’s own results, or general data while those are too few
             * @enum {string}
             */
            basis: "results" | "default";
            /** @description IANA name */
            timezone: string;
            /** @description As requested */
            pinsPerDay: number;
            /** @description New timeslots */
            added: components["schemas"]["AddedTimeslot"][];
            /** @description Removed timeslots, as they were */
            removed: components["schemas"]["Timeslot"][];
            /** @description Timeslots with the same day, time and timezone: now auto-created, with their pins still on them */
            kept: components["schemas"]["Timeslot"][];
            /** @description Upcoming pins that were not on any of the kept slots */
            pins: {
                /** @description Pins now on a slot of the new week, at the time they had */
                reattached: number;
                /** @description Pins now on no slot, at the time they had */
                offSlot: number;
            };
        };
        /** @description A time worth a timeslot */
        Suggestion: {
            /** @description 0 (Sunday) to 6 (Saturday) */
            dayPreference: number;
            /**
             * @description HHMM, in timezone
             * @example 0930
             */
            timePreference: string;
            /** @description IANA name */
            timezone: string;
            /** @description 0 to 1; only for comparing times with each other */
            score: number;
        };
        /** @description A board, as returned by a write */
        Board: {
            /** @description Pinterest’s id of the board */
            id: string;
            /** @description Its name on Pinterest */
            name: string;
            /** @description Null if the board has none */
            description: string | null;
            /**
             * @description public, protected or secret
             * @example public
             */
            privacy: string;
            /** @description As of when the board was read */
            pinCount: number;
            /** @description The destination link proposed in Slack for its pins without one; null: the account’s */
            defaultLink: string | null;
        };
        /** @description A board in the listing */
        ListedBoard: {
            /** @description Pinterest’s id of the board */
            id: string;
            /** @description Its name on Pinterest */
            name: string;
            /** @description Null if the board has none */
            description: string | null;
            /**
             * @description public, protected or secret
             * @example public
             */
            privacy: string;
            /** @description As of when the board was read */
            pinCount: number;
            /** @description The destination link proposed in Slack for its pins without one; null: the account’s */
            defaultLink: string | null;
            /** @description As of when the board was read */
            followerCount: number;
            /** @description Whether it is someone else’s board that the account collaborates on */
            isCollaborator: boolean;
            /** @description Whether privacy is secret */
            isSecret: boolean;
            /** @description When its pins last changed, Unix seconds */
            pinsModifiedAt: number | null;
        };
        /** @description A section of a board */
        BoardSection: {
            /** @description Pinterest’s id of the section */
            id: string;
            /** @description Its name on Pinterest */
            name: string;
        };
        /** @description A named list of boards in your own order */
        BoardList: {
            /** @description A number: the only id that is not a string */
            id: number;
            /** @description Its name */
            name: string;
            /** @description Id of its account */
            accountId: string;
            /** @description In their order */
            boards: {
                /** @description Id of the board */
                id: string;
                /** @description Its position */
                order: number;
            }[];
        };
        /** @description A secret URL that calendar apps can subscribe to */
        CalendarLink: {
            /**
             * Format: uri
             * @description iCalendar URL; anyone who has it can read the schedule
             */
            url: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /** @description A page found in a feed */
        FeedEntry: {
            /** @description The page */
            url: string;
            /** @description As given by the feed; null: not given */
            title: string | null;
            /**
             * @description waiting: for its day; making: its page is being read; drafted: a draft was made; failed: none was made
             * @enum {string}
             */
            state: "waiting" | "making" | "drafted" | "failed";
            /** @description Why none was made, as for a generation. Values may be added */
            failureCode: ("unreachable" | "not_html" | "too_large" | "unreadable" | "blocked_by_robots" | "nopin" | "no_picture" | "no_content" | "private_address" | "timeout" | "cancelled" | "not_allowed" | "internal_error") | null;
            /** @description The generation that made its draft; null: none was started */
            generationId: string | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            foundAt: number;
        };
        /** @description Why the last check failed */
        FeedError: {
            /**
             * @description Values may be added
             * @enum {string}
             */
            code: "unreachable" | "http_status" | "private_address" | "blocked_by_robots" | "timeout" | "not_a_feed" | "wrong_kind" | "too_large" | "entities" | "charset" | "cut_off" | "unreadable" | "board_gone" | "internal_error";
            /** @description The same in a sentence for people: what happened, and what to do */
            message: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            at: number;
        };
        /** @description A website’s feed whose new entries become drafts */
        Feed: {
            /** @description Id of the feed */
            id: string;
            /** @description The account the drafts belong to */
            accountId: string;
            /** @description As requested */
            url: string;
            /** @description The detected kind; null: not read yet */
            kind: ("rss" | "atom" | "sitemap" | "products") | null;
            /** @description The feed’s own title; null: it has none, or was not read yet */
            title: string | null;
            /** @description Maximum drafts per day */
            perDay: number;
            /** @description Board for its drafts; null: each draft gets the public board it fits best */
            boardId: string | null;
            /**
             * @description paused: not checked
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description null: no error */
            lastError: components["schemas"]["FeedError"] | null;
            /** @description When it was last checked successfully, Unix seconds; null: never */
            lookedAt: number | null;
            /** @description When it is checked next, Unix seconds; null: it is paused */
            nextLookAt: number | null;
            /** @description Entries that are waiting for their day or being worked on */
            waiting: number;
            /** @description Its drafts that are still drafts */
            drafts: number;
            /** @description Entries a draft was made from, whatever happened to it since */
            drafted: number;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /** @description A feed with its latest entries */
        FeedWithEntries: {
            /** @description Id of the feed */
            id: string;
            /** @description The account the drafts belong to */
            accountId: string;
            /** @description As requested */
            url: string;
            /** @description The detected kind; null: not read yet */
            kind: ("rss" | "atom" | "sitemap" | "products") | null;
            /** @description The feed’s own title; null: it has none, or was not read yet */
            title: string | null;
            /** @description Maximum drafts per day */
            perDay: number;
            /** @description Board for its drafts; null: each draft gets the public board it fits best */
            boardId: string | null;
            /**
             * @description paused: not checked
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description null: no error */
            lastError: components["schemas"]["FeedError"] | null;
            /** @description When it was last checked successfully, Unix seconds; null: never */
            lookedAt: number | null;
            /** @description When it is checked next, Unix seconds; null: it is paused */
            nextLookAt: number | null;
            /** @description Entries that are waiting for their day or being worked on */
            waiting: number;
            /** @description Its drafts that are still drafts */
            drafts: number;
            /** @description Entries a draft was made from, whatever happened to it since */
            drafted: number;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description The latest 20, newest first */
            entries: components["schemas"]["FeedEntry"][];
        };
        /** @description Something to check before a draft goes out */
        GenerationWarning: {
            /**
             * @description What to check. Values may be added
             * @enum {string}
             */
            code: "picture_ratio" | "picture_small" | "picture_size_unknown" | "picture_repeated" | "picture_cropped" | "picture_on_card" | "movement_lost" | "out_of_stock" | "board_gone" | "fewer_drafts" | "model_not_configured" | "model_budget_used" | "model_unreachable" | "model_answer_unusable";
            /** @description The draft it is about; null: all of them */
            postId: string | null;
            /** @description The same in a sentence for people */
            message: string;
        };
        /** @description A page that drafts are made from */
        Generation: {
            /** @description Id of the generation; its drafts have it in generationId */
            id: string;
            /** @description The account the drafts belong to */
            accountId: string;
            /** @description The page, as it was requested */
            url: string;
            /** @description As requested; null: the page’s own title is used */
            title: string | null;
            /**
             * @description queued: waiting, can be cancelled; processing: the page is being read; success: drafts were made; failed: none were made
             * @enum {string}
             */
            status: "queued" | "processing" | "success" | "failed";
            /** @description Why it failed; null: it did not. Values may be added */
            failureCode: ("unreachable" | "not_html" | "too_large" | "unreadable" | "blocked_by_robots" | "nopin" | "no_picture" | "no_content" | "private_address" | "timeout" | "cancelled" | "not_allowed" | "internal_error") | null;
            /** @description The same in a sentence for people: what happened, and what to do */
            failureMessage: string | null;
            /** @description true only when the requested page was already being worked on: this is that generation, and no new one was started */
            deduplicated: boolean;
            /** @description The drafts it made that still exist */
            postIds: string[];
            /** @description Who wrote them: local is Pinslot itself, model a model set up by its operator; null: nothing written yet. Values may be added */
            writtenBy: ("local" | "model") | null;
            /** @description What to check before the drafts go out */
            warnings: components["schemas"]["GenerationWarning"][];
            /** @description Only if the page came from a feed: that feed */
            feedId?: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Unix seconds; null: not finished yet */
            finishedAt: number | null;
        };
        /** @description A line of the file, as read */
        ImportLine: {
            /** @description Line number where it begins, from 1 */
            line: number;
            /** @description As read */
            title: string | null;
            /** @description As read */
            description: string | null;
            /** @description As read */
            url: string | null;
            /** @description As read */
            altText: string | null;
            /** @description One, or several for a carousel */
            mediaUrls: string[];
            /** @description The board that was found */
            boardId: string | null;
            /** @description The section that was found */
            boardSectionId: string | null;
            /** @description Its own time, Unix seconds; null: depends on mode */
            sendAt: number | null;
        };
        /** @description A column of the file that is imported */
        ImportColumn: {
            /** @description Its name in the file */
            name: string;
            /**
             * @description The field it is read as
             * @enum {string}
             */
            field: "title" | "description" | "url" | "mediaUrl" | "mediaType" | "cover" | "thumbnail" | "board" | "boardId" | "section" | "altText" | "labels" | "aiDisclosures" | "sendAt" | "date" | "time";
        };
        /** @description Why a line was refused */
        ImportError: {
            /** @description Line number where it begins, from 1; the header is line 1 */
            line: number;
            /** @description Name of the column; absent: the whole line */
            column?: string;
            /** @description What is wrong and how to fix it */
            message: string;
        };
        /** @description A file of pins and the result of its lines */
        Import: {
            /** @description Null: a preview */
            id: string | null;
            /** @description The account the posts belong to */
            accountId: string;
            /**
             * @description queued, processing: lines are still being written; success: finished, posts were created; failed: finished, none were created
             * @enum {string}
             */
            status: "queued" | "processing" | "success" | "failed";
            /**
             * @description As requested
             * @enum {string}
             */
            mode: "draft" | "schedule" | "approval";
            /** @description Number of lines with a pin */
            rows: number;
            /** @description Posts written so far; in a preview, posts that would be written */
            created: number;
            /** @description Lines refused so far */
            failed: number;
            /** @description The program whose template the columns are of, such as Pinterest or Publer; null: none that we know */
            template: string | null;
            /** @description Columns that are imported */
            columns: components["schemas"]["ImportColumn"][];
            /** @description Columns that are ignored */
            unknownColumns: string[];
            /** @description How the file was read, where that is not obvious, and the lines whose images lost their movement: sentences for a person */
            notes: string[];
            /** @description Errors by line; the first 1,000 */
            errors: components["schemas"]["ImportError"][];
            /** @description cancelled: it was cancelled; not_allowed: the key or person that started it may no longer add pins; null: it was not stopped */
            stoppedBecause: ("cancelled" | "not_allowed") | null;
            /** @description When its posts were deleted by undoImport; null: they were not */
            undoneAt: number | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description In a preview: lines with a date but no time, each with the slot it takes, the first open one of its day; the first 1,000 */
            slots?: {
                /** @description Line number */
                line: number;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                sendAt: number;
            }[];
            /** @description In a preview: boards that the account does not have, up to 20. createBoard with ifMissing creates one, and its lines are right */
            unknownBoards?: {
                /** @description As in the file */
                name: string;
                /** @description How many lines name it */
                lines: number;
            }[];
            /** @description In a preview: the first lines without errors */
            sample?: components["schemas"]["ImportLine"][];
        };
        /** @description A place to upload one file to */
        Upload: {
            /** @description Use it in a post or an import */
            uploadId: string;
            /**
             * Format: uri
             * @description PUT the bytes here
             */
            uploadUrl: string;
            /**
             * @description Until when uploadUrl accepts bytes, Unix seconds
             * @example 1772463600
             */
            uploadUrlExpiresAt: number;
            /**
             * @description Until when a post can use it, Unix seconds
             * @example 1772463600
             */
            expiresAt: number;
            /**
             * @description By the extension; csv: a file of pins to import
             * @enum {string}
             */
            mediaType: "image" | "video" | "csv";
            /**
             * @description The exact Content-Type of the PUT
             * @example image/jpeg
             */
            contentType: string;
        };
        /** @description A possible problem with a post, and how to fix it */
        Finding: {
            /**
             * @description link_unreachable, link_status, link_redirects: the link does not work or leads elsewhere; link_sold_out: the linked product; link_nopin: the page blocks saving to Pinterest; link_insecure: http; link_shortened: blocked by Pinterest; page_title_overrides: the page’s own title is shown instead of the post’s; duplicate_picture, duplicate_link: already on that board or scheduled for it; board_gone, section_gone; connection_ends: before it goes out; picture_small, picture_ratio, text_cut: as shown on Pinterest; video_length, video_ratio, video_codec: videos Pinterest says it does not accept; ai_undeclared: a file says that AI made or changed it, and aiDisclosures does not. Values may be added
             * @enum {string}
             */
            code: "link_unreachable" | "link_status" | "link_redirects" | "link_sold_out" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "ai_undeclared" | "text_cut";
            /**
             * @description blocking: the pin will fail or lead nowhere; warning: the pin will do less well than it could; info: good to know. None of them blocks a request
             * @enum {string}
             */
            severity: "info" | "warning" | "blocking";
            /** @description A message for people */
            message: string;
            /**
             * @description true if the account holds such posts: if it is still so when the post is due, the post becomes a draft instead of going out. Otherwise absent
             * @constant
             */
            holds?: true;
            /** @description How to fix it; absent if nothing here can */
            fix?: {
                /**
                 * @description The field to change with updatePost or replacePostMedia; account: it must be reconnected
                 * @enum {string}
                 */
                field: "url" | "title" | "boardId" | "boardSectionId" | "mediaUrl" | "aiDisclosures" | "account";
                /** @description The suggested value, if known */
                value?: string;
            };
        };
        /** @description The check of a post before it goes out */
        Preflight: {
            /** @description When it was checked, Unix seconds; null: its link has not been read yet, or it is being or has been published */
            checkedAt: number | null;
            /** @description Most urgent first */
            findings: components["schemas"]["Finding"][];
            /** @description The pin’s link with the UTM parameters it goes out with; for a published pin, as sent. Null: no link */
            link: string | null;
        };
        /** @description A published pin whose link no longer leads to its page */
        LinkFound: {
            /** @description Id of the post */
            postId: string;
            /** @description Id of the pin on Pinterest */
            pinId: string;
            /** @description The link as it was read */
            url: string;
            /**
             * @description link_status: the page is gone; link_unreachable: its website is gone; link_redirects: to another website or the home page; link_sold_out: the product. Values may be added
             * @enum {string}
             */
            code: "link_unreachable" | "link_status" | "link_redirects" | "link_sold_out" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "ai_undeclared" | "text_cut";
            /** @description A message for people */
            message: string;
            /**
             * @description When it was first seen, Unix seconds
             * @example 1772463600
             */
            since: number;
            /** @description Null: none is known */
            proposal: {
                /** @description A link to lead to in its place */
                url: string;
                /**
                 * @description redirect: where the link leads now; feed: an entry of a feed with the same title; pin: the newest pin with the same title
                 * @enum {string}
                 */
                from: "redirect" | "feed" | "pin";
            } | null;
        };
        /** @description A deleted post that was scheduled and came back as a draft */
        NotScheduled: {
            /** @description Id of the post */
            postId: string;
            /** @description Why: its old time has passed, or its charge was denied */
            error: {
                /**
                 * @description As in a refusal
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
                /**
                 * @description As in a refusal
                 * @enum {string}
                 */
                reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "post_not_published" | "pin_deleted" | "pin_edit_open" | "not_testable" | "test_exists" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "account_on_hold" | "slot_not_open" | "undo_expired" | "generation_started" | "import_over" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_on_hold" | "approval_own_edit" | "approval_outdated" | "approval_steps_left" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
                /** @description The wrong field of the post, if there is one */
                field?: string;
                /** @description A message for people */
                message: string;
            };
        };
        /** @description The result for one post of a bulk change */
        BulkResult: {
            /** @description Position in the request or in the order of the filter, from 0 */
            index: number;
            /** @description The post it is about */
            postId: string;
            /** @description The post afterwards; absent if it is deleted or was not found */
            post?: components["schemas"]["Post"];
            /** @description Why this time, for a rescheduled post */
            placement?: components["schemas"]["Placement"];
            /** @description Things to know about its time */
            warnings: components["schemas"]["Warning"][];
            /** @description Why it was not changed */
            error?: {
                /**
                 * @description As in a refusal
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
                /**
                 * @description As in a refusal
                 * @enum {string}
                 */
                reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "post_not_published" | "pin_deleted" | "pin_edit_open" | "not_testable" | "test_exists" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "account_on_hold" | "slot_not_open" | "undo_expired" | "generation_started" | "import_over" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_on_hold" | "approval_own_edit" | "approval_outdated" | "approval_steps_left" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
                /** @description The wrong field of the post, if there is one */
                field?: string;
                /** @description A message for people */
                message: string;
            };
        };
        /** @description A change of a published pin on Pinterest */
        PinEdit: {
            /** @description Null: a preview */
            id: string | null;
            /** @description Id of the post */
            postId: string;
            /** @description Id of the pin on Pinterest */
            pinId: string;
            /**
             * @description What was asked for
             * @enum {string}
             */
            kind: "edit" | "delete";
            /** @description pending_approval: somebody has to approve it; sending: under way; unknown: the answer was lost, and Pinterest is read until settledAt is set. Null: a preview. Values may be added */
            state: ("pending_approval" | "sending" | "applied" | "refused" | "unknown") | null;
            /** @description The pin as Pinterest showed it at the request; for a deletion, as it was sent */
            before: {
                /** @description Title */
                title: string | null;
                /** @description Description */
                description: string | null;
                /** @description Destination link, with its UTM parameters */
                url: string | null;
                /** @description Alt text */
                altText: string | null;
                /** @description Id of the board */
                boardId: string | null;
                /** @description Id of the section; null: the board itself */
                boardSectionId: string | null;
            };
            /** @description The pin afterwards; null: deleted */
            after: {
                /** @description Title */
                title: string | null;
                /** @description Description */
                description: string | null;
                /** @description Destination link, with its UTM parameters */
                url: string | null;
                /** @description Alt text */
                altText: string | null;
                /** @description Id of the board */
                boardId: string | null;
                /** @description Id of the section; null: the board itself */
                boardSectionId: string | null;
            } | null;
            /** @description Fields that were edited on Pinterest itself; only in the answer to the request */
            editedOnPinterest?: ("title" | "description" | "url" | "altText" | "boardId" | "boardSectionId")[];
            /** @description Why it was not applied. Values may be added */
            reason: ("declined" | "withdrawn" | "edited_meanwhile" | "pin_deleted" | "not_applied" | "platform_refused" | "app_refused" | "account_refused" | "reconnect_required" | "not_allowed" | "publishing_paused" | "account_on_hold" | "platform_unavailable" | "other_values" | "unread") | null;
            /** @description The reason for people */
            message: string | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            requestedAt: number;
            /** @description When it was over; null: it is not */
            settledAt: number | null;
        };
        /** @description Two versions of a pin, compared at the same age */
        Twin: {
            /**
             * @description waiting: not both are published; counting: fewer than 14 days of both are counted; no_difference_yet: at 14 days; no_difference: at 21 days; stopped: see stoppedBecause. Values may be added
             * @enum {string}
             */
            state: "waiting" | "counting" | "no_difference_yet" | "no_difference" | "differs" | "stopped";
            /** @description Whole days after publication that are compared, of those that Pinterest has counted for both */
            days: number;
            /** @description Both, the one that was made first in front */
            versions: {
                /** @description Id of the post */
                postId: string;
                /** @description When it was published; null: it is not yet */
                sentAt: number | null;
                /** @description In these days */
                impressions: number;
                /** @description In these days */
                outboundClicks: number;
                /** @description Outbound clicks of an impression */
                rate: number;
            }[];
            /** @description The version with the higher rate; null: none is known to be better */
            winnerPostId: string | null;
            /** @description Of a two-sided test of two proportions; below 0.0294 they differ. Null: not tested yet, or too few clicks */
            pValue: number | null;
            /** @description Impressions of each that would show a difference of this size in four of five tests; null: none is needed */
            neededImpressions: number | null;
            /** @description Why no further days are compared. Values may be added */
            stoppedBecause: ("edited" | "deleted" | "links_differ" | "no_figures") | null;
            /** @description What else may explain a difference. Values may be added */
            caveats: ("uneven_impressions" | "far_apart" | "boards_differ")[];
        };
        /** @description Who did it */
        ReceiptActor: {
            /**
             * @description service: Pinslot itself, such as a feed
             * @enum {string}
             */
            kind: "person" | "client" | "key" | "service" | "operator";
            /** @description T…:U… for a person in Slack, key:… for an API key, link:… or client:… for a client */
            id: string;
            /** @description Name of the person, the client or the key; null: not known */
            name: string | null;
            /** @description The key that a person used; null: none */
            keyName: string | null;
            /** @description User-Agent of the program; null: not known */
            agent: string | null;
        };
        /** @description Who chose, approved and sent a published pin, signed by the service */
        Receipt: {
            /** @description Address of the service that signed it */
            issuer: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            issuedAt: number;
            /** @description The published pin */
            post: {
                /** @description Our id of the post */
                id: string;
                /** @description The account that published it */
                accountId: string;
                /** @description Name of the account on Pinterest */
                username: string;
                /** @description Pinterest’s id of the pin */
                pinId: string;
                /** @description URL of the pin on Pinterest */
                pinUrl: string;
                /** @description Its title */
                title: string | null;
                /** @description Its board */
                boardId: string | null;
                /** @description Name of its board; null: not known */
                boardName: string | null;
                /** @description What became of its product tags; null: it has none */
                productTags: ("pending" | "added" | "failed") | null;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                createdAt: number;
                /** @description The time for which it was scheduled */
                sendAt: number | null;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                sentAt: number;
            };
            /** @description Each change by a person, a program or Pinslot, the first one first */
            versions: {
                /** @description The version that it made */
                version: number;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                at: number;
                /** @description create, edit, schedule, reschedule, unschedule, undo and others */
                action: string;
                by: components["schemas"]["ReceiptActor"];
                /** @description What it changed */
                changes: {
                    /** @description What was changed */
                    field: string;
                    /** @description Value before; null: not set */
                    before: string | number | boolean | string[] | null;
                    /** @description Value afterwards; null: not set */
                    after: string | number | boolean | string[] | null;
                }[];
                /** @description When it was undone; null: it was not */
                undoneAt: number | null;
            }[];
            /** @description Requests for approval, the first one first */
            decisions: {
                /** @description Id of the request for approval */
                approvalId: string;
                requestedBy: components["schemas"]["ReceiptActor"];
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                requestedAt: number;
                /** @description The version of the request */
                requestedVersion: number;
                /**
                 * @description How it ended; open: it did not
                 * @enum {string}
                 */
                state: "open" | "approved" | "changes_requested" | "rejected" | "withdrawn";
                /** @description Who decided; null: nobody */
                decidedBy: components["schemas"]["ReceiptActor"] | null;
                /** @description When; null: it was not decided */
                decidedAt: number | null;
                /** @description The version that was decided on */
                version: number;
                /** @description What to change, or why it was rejected */
                reason: string | null;
                /** @description What each step, and each client, decided; absent in receipts of earlier versions */
                steps?: {
                    /** @description Number of the step; null: a client said it whom no step asked */
                    step: number | null;
                    /** @description Name of the step; null: the request has no steps of a rule */
                    name: string | null;
                    /**
                     * @description What was decided
                     * @enum {string}
                     */
                    decision: "approve" | "request_changes" | "reject" | "skip";
                    decidedBy: components["schemas"]["ReceiptActor"];
                    /** @description The person who was away, for whom a deputy decided; null: none */
                    decidedFor: components["schemas"]["ReceiptActor"] | null;
                    /** @description The version that they saw */
                    version: number;
                    /**
                     * @description Unix seconds
                     * @example 1772463600
                     */
                    decidedAt: number;
                    /** @description What to change, or why it was rejected */
                    reason: string | null;
                }[];
            }[];
            /** @description Requests that left for Pinterest, the first one first */
            sent: {
                /** @description Which attempt it was */
                number: number;
                /** @description confirmed or found: Pinterest has the pin */
                outcome: string;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                claimedAt: number;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                sentAt: number;
                /** @description When the outcome was known; null: never */
                settledAt: number | null;
                /** @description HTTP status of Pinterest’s answer; null: there was none */
                status: number | null;
                /** @description Pinterest’s id of the request; null: it gave none */
                requestId: string | null;
                /** @description The request, with ids of files in place of their bytes */
                payload: {
                    [key: string]: unknown;
                };
                /** @description The files, in their order */
                media: {
                    /** @description Our id of the file */
                    id: string;
                    /** @description Its type; null: it is no longer stored */
                    contentType: string | null;
                    /** @description SHA-256 of the file; null: it is no longer stored, or over 64 MiB */
                    sha256: string | null;
                }[];
            }[];
            /** @description The pin as Pinterest showed it then; null: it could not be read */
            readBack: {
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                readAt: number;
                /** @description Pinterest’s id of the pin */
                id: string;
                /** @description Its board */
                boardId: string | null;
                /** @description The section of its board */
                boardSectionId: string | null;
                /** @description Its title */
                title: string | null;
                /** @description Its description */
                description: string | null;
                /** @description Its link */
                link: string | null;
                /** @description Its alt text */
                altText: string | null;
                /** @description The kind of its media, in Pinterest’s words */
                mediaType: string | null;
                /** @description Images of a carousel; null: it is none */
                itemCount: number | null;
                /** @description When Pinterest made it */
                createdAt: number | null;
                /** @description URL of its image at Pinterest */
                imageUrl: string | null;
                /** @description The pin that it is a saved copy of */
                parentPinId: string | null;
            } | null;
            /** @description Why Pinterest could not be read; the next receipt tries again */
            readBackProblem: {
                /** @description The kind of error */
                code: string;
                /** @description A message for people */
                message: string;
            } | null;
            /** @description What is no longer recorded, or never was */
            incomplete: ("versions" | "sent")[];
            /** @description A compact JWS (EdDSA). Its payload is the JSON of all the other members; its key is in GET /v1/receipt-keys */
            signature: string;
        };
        /** @description What somebody says about a post */
        Comment: {
            /** @description Id of the comment */
            id: string;
            /** @description Id of the post */
            postId: string;
            /** @description What was written */
            text: string;
            /**
             * @description internal: your team; client: your clients, too
             * @enum {string}
             */
            audience: "internal" | "client";
            /** @description Who wrote it */
            author: {
                /**
                 * @description A person in Slack, a program by its key, an agent, or a client by a review link
                 * @enum {string}
                 */
                kind: "person" | "key" | "agent" | "client";
                /** @description T…:U… for a person, the name of a key, or what an agent or a client calls itself */
                name: string;
            };
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /** @description The clients of an account in Slack */
        Clients: {
            /** @description The channel that you share with your client over Slack Connect; null: none */
            channelId: string | null;
            /** @description At most 20 people in all */
            contacts: {
                /** @description The contact, as approval rules name it */
                name: string;
                /** @description Who decides for the contact */
                people: {
                    /** @description Their Slack workspace, T… or E… */
                    teamId: string;
                    /** @description The member ID in their Slack profile */
                    userId: string;
                }[];
            }[];
        };
        /** @description A page where a client reviews posts without an account */
        ReviewLink: {
            /** @description Id of the review link */
            id: string;
            /** @description Who it is for */
            contactName: string;
            /** @description Where the code that opens it is sent, as r…@example.com; null: it opens without a code */
            email: string | null;
            /** @description What the contact called themselves; null: they did nothing yet */
            givenName: string | null;
            /** @description The posts on its page, also deleted ones */
            postIds: string[];
            /**
             * @description Only an active link opens
             * @enum {string}
             */
            state: "active" | "revoked" | "expired";
            /** @description key:… for an API key, T…:U… for a person in Slack */
            createdBy: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            expiresAt: number;
            /** @description When it was last opened; null: not yet */
            openedAt: number | null;
            /** @description The last 20 times it was opened, newest first */
            openings: number[];
        };
        /** @description A review link with its address */
        NewReviewLink: {
            /** @description Id of the review link */
            id: string;
            /** @description Who it is for */
            contactName: string;
            /** @description Where the code that opens it is sent, as r…@example.com; null: it opens without a code */
            email: string | null;
            /** @description What the contact called themselves; null: they did nothing yet */
            givenName: string | null;
            /** @description The posts on its page, also deleted ones */
            postIds: string[];
            /**
             * @description Only an active link opens
             * @enum {string}
             */
            state: "active" | "revoked" | "expired";
            /** @description key:… for an API key, T…:U… for a person in Slack */
            createdBy: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            expiresAt: number;
            /** @description When it was last opened; null: not yet */
            openedAt: number | null;
            /** @description The last 20 times it was opened, newest first */
            openings: number[];
            /**
             * Format: uri
             * @description Address of the page. No later answer has it
             */
            url: string;
        };
        /** @description An API key; its secret is shown only when it is created */
        Key: {
            /** @description Id of the key; not secret */
            id: string;
            /** @description Its name */
            name: string;
            /** @description What it is for */
            note: string | null;
            /** @description Its first characters */
            prefix: string;
            /** @description Its last four characters; null for keys created before these were stored */
            lastFour: string | null;
            /**
             * @description personal: acts as its person
             * @enum {string}
             */
            kind: "organization" | "personal";
            /** @description null: a personal key, which can do what its person can, or a program that signed in (psa_), at most that */
            role: ("viewer" | "contributor" | "scheduler" | "admin") | null;
            /** @description The accounts the role applies to; null: all */
            accounts: string[] | null;
            /** @description For a personal key, its person as T…:U… */
            personId: string | null;
            /** @description Who created it: key:… for an API key, T…:U… for a person in Slack; null: not recorded */
            createdBy: string | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description null: it never expires */
            expiresAt: number | null;
            /** @description null: not revoked */
            revokedAt: number | null;
            /** @description To the minute */
            lastUsedAt: number | null;
        };
        /** @description Who a key acts as, and what it can do */
        Principal: {
            /**
             * @description person: a personal key, which acts as that person
             * @enum {string}
             */
            kind: "key" | "person";
            /** @description The key’s name */
            name: string;
            /**
             * @description The role on every account that `accounts` does not list
             * @enum {string}
             */
            role: "none" | "reviewer" | "viewer" | "contributor" | "scheduler" | "admin";
            /** @description Every account this key can see, with its role there; a reviewer sees only requests that wait for them */
            accounts: {
                /** @description Id of the account */
                accountId: string;
                /**
                 * @description What it can do there
                 * @enum {string}
                 */
                role: "reviewer" | "viewer" | "contributor" | "scheduler" | "admin";
            }[];
        };
        /** @description What keeps an account from publishing too much, or at a wrong time */
        Guard: {
            /** @description The most posts a day that slots take, in the account’s zone. auto: 5 in its first 14 days, 15 until day 91, then 30, or as many as it published on a day of the last 30. null: no limit, and no warnings about repetition */
            perDay: ("auto" | number) | null;
            /** @description What perDay means today */
            limitToday: number | null;
            /** @description How often a picture may go out in 30 days without a warning */
            samePicturePerMonth: number;
            /** @description When nothing goes out, earliest first */
            blackouts: {
                /**
                 * @description Begin: a day (YYYY-MM-DD, in the account’s zone) or a time with its zone
                 * @example 2026-12-24
                 */
                from: string;
                /**
                 * @description End: a day (YYYY-MM-DD, in the account’s zone) or a time with its zone; a day is included
                 * @example 2026-12-26
                 */
                to: string;
                /** @description Why, for people */
                note: string | null;
                /** @description Queued posts inside, which stay */
                posts: number;
            }[];
            /** @description The first 31 days from today on with more posts than their limit */
            daysOver: {
                /**
                 * @description In the account’s zone
                 * @example 2026-12-24
                 */
                date: string;
                /** @description Its live posts */
                posts: number;
                /** @description What perDay means on that day */
                limit: number;
            }[];
            /** @description null: Pinterest takes the account’s pins, as far as we know */
            hold: components["schemas"]["Hold"] | null;
        };
        /** @description How well a board fits a keyword */
        BoardRelevance: {
            /** @constant */
            state: "scored";
            /**
             * @description Based on the share of contributing pins and how well they match
             * @enum {string}
             */
            relevance: "excellent" | "very-good" | "good" | "fair" | "poor";
            /** @description Pins rated fair or better */
            contributingPinCount: number;
            /** @description Pins with any text to score: the total that contributing pins are a share of */
            scoredPinCount: number;
            /** @description The board has more pins than one request reads (500): a sample was scored */
            truncated: boolean;
            /** @description The contributing pins, best first */
            pins: {
                /** @description Pinterest’s id of the pin */
                pinId: string;
                /** @description Absent if the pin has no link */
                destinationUrl?: string;
                /** @enum {string} */
                relevance: "excellent" | "very-good" | "good" | "fair";
            }[];
        } | {
            /** @constant */
            state: "absent";
        };
        /** @description A public pin from across Pinterest, not one of the account’s own */
        RecommendedPin: {
            /** @description Pinterest’s id, not that of a post */
            id: string;
            /** @description Null if it has none */
            title: string | null;
            /** @description Null if it has none */
            description: string | null;
            /** @description Destination URL, if set; http or https */
            link: string | null;
            /** @description URL on Pinterest; the image belongs to someone else */
            thumbnailUrl: string | null;
            /**
             * @description Relevance to the keyword, by words only; comparable across keywords and boards
             * @enum {string}
             */
            relevance: "excellent" | "very-good" | "good" | "fair";
        };
        /** @description What people search for */
        Trend: {
            /**
             * @description As people type it into the search
             * @example christmas cookies
             */
            keyword: string;
            /** @description In percent, at most 10,000; 10,001 means more. null: Pinterest does not say */
            growth: {
                /** @description Compared with the week before */
                weekly: number | null;
                /** @description Compared with the month before */
                monthly: number | null;
                /** @description Compared with the year before */
                yearly: number | null;
            };
            /** @description Oldest first, usually 52 */
            weeks: {
                /**
                 * Format: date
                 * @description The UTC day on which the week ends
                 * @example 2026-03-01
                 */
                week: string;
                /** @description Searches relative to the best week, 0 to 100 */
                value: number;
            }[];
            /**
             * Format: date
             * @description When searches will peak next: the end of that week, today or later. Absent: no clear season
             * @example 2026-03-01
             */
            peak?: string;
            /**
             * Format: date
             * @description When to have pins for it: 45 days before `peak`, even if that has passed
             * @example 2026-03-01
             */
            startBy?: string;
            /**
             * @description How well it fits the board, by the words in the board’s name and description. Absent without `boardId`
             * @enum {string}
             */
            fit?: "excellent" | "very-good" | "good" | "fair" | "poor";
        };
        /** @description A search, what the account has for it, and what waits to be drafted */
        Theme: {
            /**
             * @description As people type it into the search
             * @example christmas cookies
             */
            keyword: string;
            /** @description In percent, at most 10,000; 10,001 means more. null: Pinterest does not say */
            growth: {
                /** @description Compared with the week before */
                weekly: number | null;
                /** @description Compared with the month before */
                monthly: number | null;
                /** @description Compared with the year before */
                yearly: number | null;
            };
            /**
             * Format: date
             * @description When searches will peak, if it is as last year. Absent: no clear season, so no day is known
             * @example 2026-03-01
             */
            peak?: string;
            /**
             * Format: date
             * @description The end of last year’s best week, from which `peak` follows
             * @example 2026-03-01
             */
            lastPeak?: string;
            /**
             * Format: date
             * @description When to have pins for it: 45 days before `peak`, even if that has passed
             * @example 2026-03-01
             */
            startBy?: string;
            /** @description The public board that fits best. Absent: none fits */
            board?: {
                /** @description Its id */
                boardId: string;
                /** @description Its name */
                name: string;
            };
            /** @description Pins for it that are scheduled, or were published in the last 90 days */
            pins: number;
            /** @description Drafts for it without a time that you may change, newest first */
            draftPostIds: string[];
            /** @description Pages of feeds for it without a pin, newest first. `createGeneration` makes drafts of them */
            pages: {
                /** @description Its address */
                url: string;
                /** @description As the feed gives it; null: it gives none */
                title: string | null;
            }[];
        };
        /** @description UTM parameters added to links when their pins go out */
        UtmRule: {
            /** @description The board it applies to; null: the account */
            boardId: string | null;
            /** @description Template for utm_source; null: not set here */
            source: string | null;
            /** @description Template for utm_medium; null: not set here */
            medium: string | null;
            /** @description Template for utm_campaign; null: not set here */
            campaign: string | null;
            /** @description Template for utm_content; null: not set here */
            content: string | null;
        };
        /** @description The minimum number of days between pins with the same link */
        SpacingRule: {
            /**
             * @description DEFAULT: for the account; CUSTOM: for one url
             * @enum {string}
             */
            type: "DEFAULT" | "CUSTOM";
            /** @description As given; null for DEFAULT */
            url: string | null;
            /** @description Calendar days between pins with the same url */
            days: number;
        };
        /** @description A published pin that is published again */
        EvergreenPin: {
            /** @description The published post */
            postId: string;
            /** @description Its title */
            title: string | null;
            /**
             * @description When it or a repeat was, or will be, published last
             * @example 1772463600
             */
            lastOutAt: number;
            /** @description Published repeats */
            runs: number;
            /** @description Its last day, YYYY-MM-DD; null: it has none */
            until: string | null;
            /** @description The most repeats since it joined; null: any number */
            atMost: number | null;
            /** @description 1 (January) to 12; empty: all */
            months: number[];
            /** @description null: it goes on */
            ended: {
                /**
                 * @description The limit that was reached
                 * @enum {string}
                 */
                because: "until" | "atMost";
                /** @description The last day, or that of the last repeat */
                on: string;
            } | null;
        };
        /** @description A weekly time at which a pin of the pool is published again */
        EvergreenSlot: {
            /** @description Id of the timeslot */
            id: string;
            /** @description Id of its account */
            accountId: string;
            /** @description 0 (Sunday) to 6 (Saturday) */
            dayPreference: number;
            /**
             * @description HHMM, in timezone
             * @example 0930
             */
            timePreference: string;
            /** @description IANA name */
            timezone: string;
        };
        /** @description What became of an evergreen slot */
        EvergreenRun: {
            /**
             * @description The time of the slot
             * @example 1772463600
             */
            at: number;
            /** @description The new post; absent: none was made */
            postId?: string;
            /** @description Why none was made, for example empty_pool, out_of_season or spacing */
            reason?: string;
        };
        /** @description The evergreen pins and slots of an account */
        Evergreen: {
            /**
             * @description paused: slots pass without a pin
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description The longest-unpublished first */
            pool: components["schemas"]["EvergreenPin"][];
            /** @description Pins that have reached a limit, the last one first; they can join again */
            ended: components["schemas"]["EvergreenPin"][];
            /** @description By weekday and time */
            slots: components["schemas"]["EvergreenSlot"][];
            /** @description The last five, the newest first */
            runs: components["schemas"]["EvergreenRun"][];
        };
        /** @description What an account can still spend, and what it has spent */
        Usage: {
            /** @description Id of the account */
            accountId: string;
            /**
             * @description What the plan counts: modular credits, the others posts
             * @enum {string}
             */
            billingSystem: "modular" | "legacy" | "shopify";
            /**
             * @description What the numbers cover: modular counts each account, legacy and shopify the whole organization
             * @enum {string}
             */
            scope: "account" | "organization";
            /** @description Credits left, one for each pin or board score: the rest of the monthly allowance plus bought credits */
            credits: number;
            /** @description How many of these credits expire with the billing period */
            allowanceLeft: number;
            /** @description Credits given each billing period; unused ones expire at its end */
            monthlyAllowance: number;
            /**
             * @description When the billing period ends, Unix seconds
             * @example 1772463600
             */
            resetsAt: number;
            /** @description Whether scheduling is unlimited: a winback plan, or a plan without a post limit */
            unlimitedScheduling: boolean;
            /** @description The plan’s post limit per billing period; null: none, or the plan counts credits */
            postLimit: number | null;
            /** @description Posts charged against the plan this billing period, minus refunds */
            postsThisPeriod: number;
            /** @description Pins an account without publishing access can still publish */
            trialPinsLeft: number;
            /** @description The last 50 entries, newest first */
            ledger: {
                /** @description The account charged */
                accountId: string;
                /**
                 * @description What the entry is for
                 * @example post:12#3
                 * @example relevance:9b2f6c1e-4d0a-4f7e-8f57-0c8a1f3d5b21
                 * @example grant:7:2026-09-01
                 */
                key: string;
                /**
                 * @description What happened
                 * @enum {string}
                 */
                kind: "charge" | "refund" | "grant" | "expire";
                /**
                 * @description The unit counted
                 * @enum {string}
                 */
                unit: "allowance" | "credit" | "trial" | "plan_post" | "free";
                /** @description Change to the unit’s balance; a charge is negative */
                amount: number;
                /** @description Balance of the unit afterwards; for plan_post, what was left of the limit */
                balanceAfter: number;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                createdAt: number;
            }[];
        };
        /** @description An endpoint that is notified of events */
        Webhook: {
            /** @description Id of the webhook */
            id: string;
            /** @description Where its events are sent */
            url: string;
            /** @description * alone: all events, including those added later */
            events: ("*" | "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.reminded" | "approval.step_decided" | "approval.decided" | "approval.held" | "comment.created" | "account.connected" | "account.reconnect_required" | "schedule.full")[];
            /** @description null: all accounts, including those connected later */
            accountIds: string[] | null;
            /**
             * @description paused: its events wait; ended: nothing is sent any more
             * @enum {string}
             */
            state: "active" | "paused" | "ended";
            /** @description admin: paused by a person or key; failing: deliveries failed for a day; gone: the receiver returned 410 */
            stateReason: ("admin" | "failing" | "gone") | null;
            /** @description Since when; null while it is active */
            stateSince: number | null;
            /** @description Until when the old secret still signs as well */
            oldSecretUntil: number | null;
            /** @description When it first failed after the last success */
            failingSince: number | null;
            /** @description When it last succeeded, to the minute */
            deliveredAt: number | null;
            /** @description key:… for an API key, T…:U… for a person in Slack */
            createdBy: string;
            /**
             * @description When it was added, Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /** @description One event for one webhook, kept for 30 days */
        WebhookDelivery: {
            /** @description Id of the delivery */
            id: string;
            /** @description Id of its webhook */
            webhookId: string;
            /** @description Sent as the webhook-id header; the same for each attempt and replay */
            eventId: string;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.reminded" | "approval.step_decided" | "approval.decided" | "approval.held" | "comment.created" | "account.connected" | "account.reconnect_required" | "schedule.full" | "webhook.test";
            /** @description The account it happened in; null: a test */
            accountId: string | null;
            /**
             * @description When it happened, Unix seconds
             * @example 1772463600
             */
            happenedAt: number;
            /**
             * @description failed: given up
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description Number of attempts */
            attempts: number;
            /** @description HTTP status of the last response; null: no response */
            responseStatus: number | null;
            /** @description The start of the last response */
            responseText: string | null;
            /** @description What went wrong with the last attempt */
            error: ("blocked" | "timeout" | "tls" | "dns" | "refused" | "reset" | "redirect" | "status" | "gone") | null;
            /** @description Duration of the last attempt, to the end of its response */
            durationMs: number | null;
            /**
             * @description When it was first due, Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Unix seconds; null: not tried yet */
            lastAttemptAt: number | null;
            /** @description Unix seconds; null: no further attempt */
            nextAttemptAt: number | null;
            /** @description The delivery this one repeats */
            replayOf: string | null;
        };
    };
    responses: {
        /** @description - `BAD_REQUEST`: a field is missing, malformed or breaks a rule: `field` names it, and the message says how to fix it. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "BAD_REQUEST";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `UNAUTHORIZED`: the key is missing, wrong, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHORIZED";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `RATE_LIMIT_EXCEEDED`: the key’s requests for this UTC day are used up.
         *     - `TOO_MANY_REQUESTS`: too many requests at once or within an hour; Retry-After says when to try again.
         */
        RateLimitExceededOrTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `INTERNAL_SERVER_ERROR`: an error on our side; the requestId identifies it in our log. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL_SERVER_ERROR";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "SERVICE_UNAVAILABLE";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `NOT_FOUND`: it does not exist, or this key cannot see it. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `FORBIDDEN`: the role of the key or its person does not allow this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `PAYLOAD_TOO_LARGE`: the body is larger than 1 MiB (16 MiB for an import). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `UNSUPPORTED_MEDIA_TYPE`: the Content-Type is not application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it. */
        PlatformReconnectRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "UNPROCESSABLE_ENTITY";
                        /** @enum {unknown} */
                        reason?: "platform_reconnect_required";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
         *     - `platform_rate_limited`: Pinterest is limiting our requests; Retry-After says for how long.
         */
        ServiceUnavailableOrPlatformRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "SERVICE_UNAVAILABLE";
                        /** @enum {unknown} */
                        reason?: "platform_rate_limited";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `platform_timeout`: Pinterest did not answer in time or its answer was unusable; a write may have taken effect: read before you retry. */
        PlatformTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "GATEWAY_TIMEOUT";
                        /** @enum {unknown} */
                        reason?: "platform_timeout";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `FORBIDDEN`: the role of the key or its person does not allow this.
         *     - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because someone else owns it.
         */
        ForbiddenOrPlatformBoardForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                        /** @enum {unknown} */
                        reason?: "platform_board_forbidden";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running. */
        IdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request.
         *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it.
         */
        IdempotencyKeyReusedOrPlatformReconnectRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "UNPROCESSABLE_ENTITY";
                        /** @enum {unknown} */
                        reason?: "idempotency_key_reused" | "platform_reconnect_required";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because someone else owns it. */
        PlatformBoardForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                        /** @enum {unknown} */
                        reason?: "platform_board_forbidden";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `recommended_pins_search_failed`: Pinterest’s search of public pins did not answer, or refused the search. */
        RecommendedPinsSearchFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "BAD_GATEWAY";
                        /** @enum {unknown} */
                        reason?: "recommended_pins_search_failed";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `platform_trends_forbidden`: Pinterest does not show this account or this service what people search for, and there is no earlier answer.
         *     - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because someone else owns it.
         */
        PlatformTrendsForbiddenOrPlatformBoardForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                        /** @enum {unknown} */
                        reason?: "platform_trends_forbidden" | "platform_board_forbidden";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `platform_trends_forbidden`: Pinterest does not show this account or this service what people search for, and there is no earlier answer. */
        PlatformTrendsForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                        /** @enum {unknown} */
                        reason?: "platform_trends_forbidden";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "UNPROCESSABLE_ENTITY";
                        /** @enum {unknown} */
                        reason?: "idempotency_key_reused";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `not_compared`: the service was restored from a backup, and the operator has not compared the account’s boards yet.
         */
        IdempotencyInProgressOrNotCompared: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "not_compared";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `schedule_locked`: the account’s schedule is being changed, for example by a rebuild; try again shortly. */
        ScheduleLocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "schedule_locked";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `upload_already_attached`: the upload is already used by a post; an upload can be used once.
         */
        IdempotencyInProgressOrUploadAlreadyAttached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "upload_already_attached";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `post_not_editable`: the post is being published or has been published.
         *     - `post_status_changed`: the post changed while it was being saved; read it again.
         */
        PostNotEditableOrPostStatusChanged: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "post_not_editable" | "post_status_changed";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
         *     - `media_store_unavailable`: images and videos cannot be stored or read right now.
         */
        ServiceUnavailableOrMediaStoreUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "SERVICE_UNAVAILABLE";
                        /** @enum {unknown} */
                        reason?: "media_store_unavailable";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `import_over`: the import is already over.
         */
        IdempotencyInProgressOrImportOver: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "import_over";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `generation_started`: the page is already being read, or the generation is over.
         */
        IdempotencyInProgressOrGenerationStarted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "generation_started";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `feed_exists`: the account already has a feed with that URL.
         */
        IdempotencyInProgressOrFeedExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "feed_exists";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `feed_paused`: the feed is paused and is not being checked.
         */
        IdempotencyInProgressOrFeedPaused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "feed_paused";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `post_not_schedulable`: the post is being published, has been published, or is a draft where a scheduled post is needed.
         *     - `post_status_changed`: the post changed while it was being saved; read it again.
         */
        PostNotSchedulableOrPostStatusChanged: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "post_not_schedulable" | "post_status_changed";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request.
         *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
         */
        IdempotencyKeyReusedOrNoOpenSlot: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "UNPROCESSABLE_ENTITY";
                        /** @enum {unknown} */
                        reason?: "idempotency_key_reused" | "no_open_slot";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
         *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
         */
        ServiceUnavailableOrSlotResolutionTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "SERVICE_UNAVAILABLE";
                        /** @enum {unknown} */
                        reason?: "slot_resolution_timeout";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `post_status_changed`: the post changed while it was being saved; read it again.
         */
        IdempotencyInProgressOrPostStatusChanged: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "post_status_changed";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `outcome_known`: the outcome of the post is known, or is still being checked automatically.
         */
        IdempotencyInProgressOrOutcomeKnown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "outcome_known";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `BAD_REQUEST`: a field is missing, malformed or breaks a rule: `field` names it, and the message says how to fix it.
         *     - `approval_time_past`: the requested time has passed.
         */
        BadRequestOrApprovalTimePast: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "BAD_REQUEST";
                        /** @enum {unknown} */
                        reason?: "approval_time_past";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `approval_decided`: the request was already decided or withdrawn.
         */
        IdempotencyInProgressOrApprovalDecided: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "approval_decided";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `post_not_published`: the post is not on Pinterest yet. */
        PostNotPublished: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "post_not_published";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `not_testable`: the post cannot be a version of a test, for the reason in the message.
         *     - `test_exists`: the post is in another test already; end that one first.
         */
        NotTestableOrTestExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "not_testable" | "test_exists";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `schedule_locked`: the account’s schedule is being changed, for example by a rebuild; try again shortly.
         */
        IdempotencyInProgressOrScheduleLocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "schedule_locked";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `schedule_timeout`: building the schedule took too long. */
        ScheduleTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "GATEWAY_TIMEOUT";
                        /** @enum {unknown} */
                        reason?: "schedule_timeout";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `platform_analytics_forbidden`: Pinterest gives analytics to business accounts only; retrying does not help. */
        PlatformAnalyticsForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                        /** @enum {unknown} */
                        reason?: "platform_analytics_forbidden";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /** @description - `webhook_ended`: the receiver returned 410, so the webhook has ended; delete it and add another one. */
        WebhookEnded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "webhook_ended";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `webhook_ended`: the receiver returned 410, so the webhook has ended; delete it and add another one.
         */
        IdempotencyInProgressOrWebhookEnded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        reason?: "idempotency_in_progress" | "webhook_ended";
                    };
                    meta: components["schemas"]["Meta"];
                };
            };
        };
    };
    parameters: {
        /**
         * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
         * @example 0d3f1c1e-launch-post
         */
        IdempotencyKey: string;
        /**
         * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
         * @example mcp
         */
        RequestSource: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of this request, as in meta.requestId. It identifies the request in our log.
         * @example 5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21
         */
        "X-Request-Id": string;
        /**
         * @description Requests the key can make in a UTC day.
         * @example 5000
         */
        "X-RateLimit-Limit": number;
        /**
         * @description How many of these are left.
         * @example 4987
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the day ends, in Unix seconds.
         * @example 1772496000
         */
        "X-RateLimit-Reset": number;
        /**
         * @description The same limit as in the IETF draft “RateLimit header fields for HTTP”: q requests within w seconds.
         * @example "daily";q=5000;w=86400
         */
        "RateLimit-Policy": string;
        /**
         * @description From the same draft: r requests are left for the next t seconds.
         * @example "daily";r=4987;t=32400
         */
        RateLimit: string;
        /**
         * @description Seconds to wait before sending the request again.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description true: this is the answer to an earlier request with this Idempotency-Key.
         * @example true
         */
        "Idempotent-Replayed": string;
        /**
         * @description Where to read the result.
         * @example /v1/accounts/12/batches/3
         */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accounts: components["schemas"]["Account"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["Account"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the account’s Slack channel gets of published pins: nothing, a message for each pin, or one message a day that grows
                     * @enum {string}
                     */
                    publishedPins?: "off" | "each" | "daily";
                    /** @description Whether a post whose link is dead when it is due becomes a draft (`link_dead`) instead of going out */
                    holdDeadLinks?: boolean;
                    /** @description The region whose searches to show; null: the region of its time zone */
                    trendRegion?: ("US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ") | null;
                    /**
                     * @description The interests to show, each once; empty: all
                     * @example [
                     *       "home_decor"
                     *     ]
                     */
                    trendInterests?: ("animals" | "architecture" | "art" | "beauty" | "childrens_fashion" | "design" | "diy_and_crafts" | "education" | "electronics" | "entertainment" | "event_planning" | "finance" | "food_and_drinks" | "gardening" | "health" | "home_decor" | "mens_fashion" | "parenting" | "quotes" | "sport" | "travel" | "vehicles" | "wedding" | "womens_fashion")[];
                    /**
                     * @description The destination link proposed for pins without one in Slack; null: none
                     * @example https://shop.example.com/
                     */
                    defaultLink?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["Account"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBoards: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            boards: components["schemas"]["ListedBoard"][];
                            cachedAt: number | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    createBoard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Must be unique among the account’s boards */
                    name: string;
                    description?: string;
                    /**
                     * @default public
                     * @enum {string}
                     */
                    privacy?: "public" | "secret";
                    /**
                     * @description Return the board of this name if there is one
                     * @default false
                     */
                    ifMissing?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            board: components["schemas"]["Board"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    updateBoard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Board id from the board listing
                 * @example 549755813888001
                 */
                boardId: string;
            };
            cookie?: never;
        };
        /** @description At least one field; others keep their values */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Must be unique among the account’s boards */
                    name?: string;
                    /** @description Empty: removes it */
                    description?: string;
                    /** @description http or https, proposed in Slack for pins without a link; null: removes it */
                    defaultLink?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            board: components["schemas"]["Board"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    listBoardSections: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Board id from the board listing
                 * @example 549755813888001
                 */
                boardId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sections: components["schemas"]["BoardSection"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    createBoardSection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Board id from the board listing
                 * @example 549755813888001
                 */
                boardId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            section: components["schemas"]["BoardSection"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    deleteBoardSection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Board id from the board listing
                 * @example 549755813888001
                 */
                boardId: string;
                /**
                 * @description Id from the list of sections
                 * @example 549755813889001
                 */
                sectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    listBoardLists: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            boardLists: components["schemas"]["BoardList"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBoardList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Each board once */
                    boards: {
                        id: string;
                        /** @description Default: its position in the array, from 0 */
                        order?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            boardList: components["schemas"]["BoardList"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getBoardList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description A number
                 * @example 3
                 */
                boardListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            boardList: components["schemas"]["BoardList"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceBoardList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description A number
                 * @example 3
                 */
                boardListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Each board once */
                    boards: {
                        id: string;
                        /** @description Default: its position in the array, from 0 */
                        order?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            boardList: components["schemas"]["BoardList"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    deleteBoardList: {
        parameters: {
            query: {
                /**
                 * @description Confirms the deletion
                 * @example true
                 */
                confirm: "true";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description A number
                 * @example 3
                 */
                boardListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            boardListId: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBoardRelevance: {
        parameters: {
            query: {
                /**
                 * @description What the board should be about, as someone would type it into a search
                 * @example lemon cake
                 */
                keyword: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Board id from the board listing
                 * @example 102
                 */
                boardId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            relevance: components["schemas"]["BoardRelevance"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `insufficient_credits`: the account has too few credits left in this billing period.
             *     - `trial_exhausted`: the account has no publishing access, and its trial pins are used up.
             *     - `no_access`: the account has no publishing access and no trial.
             *     - `account_not_connected`: the account is disconnected, on a plan that counts connected accounts.
             *     - `legacy_post_limit_exceeded`: the plan’s post limit for this billing period would be exceeded.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "PAYMENT_REQUIRED";
                            /** @enum {unknown} */
                            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    listRecommendedPins: {
        parameters: {
            query: {
                /**
                 * @description What the pins should be about
                 * @example wicker basket
                 */
                keyword: string;
                /**
                 * @description Default 10; limits the answer only
                 * @example 2
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Board id from the board listing
                 * @example 102
                 */
                boardId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Best first. Empty: nothing on the topic cleared the threshold */
                            pins: components["schemas"]["RecommendedPin"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            /**
             * @description - `RATE_LIMIT_EXCEEDED`: the key’s requests for this UTC day are used up.
             *     - `TOO_MANY_REQUESTS`: too many requests at once or within an hour; Retry-After says when to try again.
             *     - `recommended_pins_rate_limited`: the organization has searched for the maximum number of different keywords in an hour.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS";
                            /** @enum {unknown} */
                            reason?: "recommended_pins_rate_limited";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["RecommendedPinsSearchFailed"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            /**
             * @description - `platform_timeout`: Pinterest did not answer in time or its answer was unusable; a write may have taken effect: read before you retry.
             *     - `recommended_pins_board_too_large`: the board has too many pins to read completely.
             *     - `recommended_pins_timeout`: the operation as a whole took too long.
             */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "GATEWAY_TIMEOUT";
                            /** @enum {unknown} */
                            reason?: "platform_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listTrends: {
        parameters: {
            query?: {
                /**
                 * @description growing (default): searched more than before; monthly, yearly: searched most; seasonal: searched at this time of year
                 * @example seasonal
                 */
                type?: "growing" | "monthly" | "yearly" | "seasonal";
                /** @description Where people search. Default: `trendRegion` of the account, else the region of its time zone */
                region?: "US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ";
                /** @description Default: `trendInterests` of the account. any: all searches */
                interest?: "animals" | "architecture" | "art" | "beauty" | "childrens_fashion" | "design" | "diy_and_crafts" | "education" | "electronics" | "entertainment" | "event_planning" | "finance" | "food_and_drinks" | "gardening" | "health" | "home_decor" | "mens_fashion" | "parenting" | "quotes" | "sport" | "travel" | "vehicles" | "wedding" | "womens_fashion" | "any";
                /** @description Only keywords that contain all of these words, in any form */
                words?: string;
                /**
                 * @description Rate how well each keyword fits this board; the best fits come first
                 * @example 102
                 */
                boardId?: string;
                /**
                 * @description Default 20
                 * @example 1
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description Where they search
                             * @enum {string}
                             */
                            region: "US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ";
                            /**
                             * @description The requested list
                             * @enum {string}
                             */
                            type: "growing" | "monthly" | "yearly" | "seasonal";
                            /**
                             * Format: date
                             * @description The UTC day of Pinterest’s answer: today, or an earlier day if it gives no answer; with several interests, the oldest
                             * @example 2026-03-01
                             */
                            asOf: string;
                            /** @description In Pinterest’s order, taking turns between several interests; with `boardId`, best fits first */
                            trends: components["schemas"]["Trend"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformTrendsForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getSeasonPlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description Where they search
                             * @enum {string}
                             */
                            region: "US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ";
                            /**
                             * Format: date
                             * @description The UTC day of Pinterest’s answer
                             * @example 2026-03-01
                             */
                            asOf: string;
                            /** @description Searches that peak in 14 to 90 days, the next first; then those that grow without a season */
                            themes: components["schemas"]["Theme"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformTrendsForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    disconnectAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["Account"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pausePublishing: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description What happens to pins due while paused, from now on; left out: the current setting
                     * @enum {string}
                     */
                    whilePaused?: "wait" | "fail";
                    /** @description When publishing resumes by itself: in the future, within a year; null or left out: when it is resumed */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["Account"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resumePublishing: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["Account"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrNotCompared"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGuard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            guard: components["schemas"]["Guard"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateGuard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The most posts a day that slots take, in the account’s zone. auto: 5 in its first 14 days, 15 until day 91, then 30, or as many as it published on a day of the last 30. null: no limit, and no warnings about repetition */
                    perDay?: ("auto" | number) | null;
                    /** @description How often a picture may go out in 30 days without a warning */
                    samePicturePerMonth?: number;
                    /** @description Replaces all */
                    blackouts?: {
                        /**
                         * @description Begin: a day (YYYY-MM-DD, in the account’s zone) or a time with its zone
                         * @example 2026-12-24
                         */
                        from: string;
                        /**
                         * @description End: a day (YYYY-MM-DD, in the account’s zone) or a time with its zone; a day is included
                         * @example 2026-12-26
                         */
                        to: string;
                        /** @description Why, for people */
                        note?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            guard: components["schemas"]["Guard"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resumeHold: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            guard: components["schemas"]["Guard"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            usage: components["schemas"]["Usage"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /**
                 * @description Which posts
                 * @example queued
                 */
                status?: "draft" | "queued" | "sent" | "uploading";
                /**
                 * @description The earliest sendAt; required for sent and uploading
                 * @example 2026-03-02T15:00:00Z
                 */
                startDate?: string;
                /**
                 * @description The latest sendAt, inclusive; required for sent and uploading
                 * @example 2026-03-02T15:00:00Z
                 */
                endDate?: string;
                /** @description true: only drafts whose last publishing failed */
                failed?: "true" | "false";
                /** @description Only drafts whose last publishing failed for this reason */
                failureReason?: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "account_on_hold" | "paused" | "missed" | "outcome_unknown";
                /** @description Only posts with this label, ignoring case */
                label?: string;
                /** @description From the previous answer */
                cursor?: string;
                /**
                 * @description Default 50
                 * @example 20
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            posts: components["schemas"]["Post"][];
                            cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Publicly accessible; exclusive with uploadId
                     */
                    mediaUrl?: string;
                    /** @description From POST /v1/media/uploads, its bytes PUT; single-use */
                    uploadId?: string;
                    /**
                     * @description Of mediaUrl; video: .mp4, .mov or .qt. Ignored with uploadId, which has its own
                     * @default image
                     * @enum {unknown}
                     */
                    mediaType?: "image" | "video";
                    /** @description Further images of a carousel, in order, with the cover’s width-to-height ratio; no video, no product tags */
                    carouselItems?: {
                        /**
                         * Format: uri
                         * @description Publicly accessible; exclusive with uploadId
                         */
                        mediaUrl?: string;
                        /** @description From POST /v1/media/uploads, its bytes PUT; single-use */
                        uploadId?: string;
                    }[];
                    /** @description Id or URL of someone else’s public pin, which is saved to the board instead of creating a new pin. Exclusive with media, title, description, url, altText, productTagPinIds, aiDisclosures, cover and slides */
                    savePinId?: string;
                    /** @description Required when scheduling */
                    title?: string;
                    /** @description Required when scheduling */
                    description?: string;
                    /**
                     * Format: uri
                     * @description Destination, http or https; required when scheduling
                     */
                    url?: string;
                    /** @description Describes the media for people who cannot see it; empty: none */
                    altText?: string;
                    /** @description What viewers are told: AI made or changed the media; it shows a person who does not exist */
                    aiDisclosures?: ("AI_MODIFIED" | "SYNTHETIC_PERFORMER")[];
                    /** @description What a video shows first: a second of it, or an image; left out: second 0 */
                    cover?: {
                        second?: number;
                        mediaUrl?: string;
                        uploadId?: string;
                    };
                    /** @description Of a carousel: the text and link of each image, the cover first */
                    slides?: {
                        title?: string;
                        description?: string;
                        /** Format: uri */
                        link?: string;
                    }[];
                    /** @description Your own, such as a campaign; Pinterest does not get them */
                    labels?: string[];
                    /**
                     * Format: date-time
                     * @description When to publish: in the future, within 10 years; exclusive with useNextOpenSlot
                     * @example 2026-03-02T15:00:00Z
                     */
                    sendAt?: string;
                    /** @description Publish at the next open smart slot; false counts as absent */
                    useNextOpenSlot?: boolean;
                    /**
                     * @description Whether it is a simplified pin rather than a standard one
                     * @default true
                     */
                    isSimplifiedPin?: boolean;
                    /** @description Product pins from the catalog; business accounts only; makes the pin a simplified one */
                    productTagPinIds?: string[];
                    /** @description Required when scheduling, unless intervalBoards is given; exclusive with it */
                    boardId?: string;
                    /** @description A section of boardId; not used with intervalBoards */
                    boardSectionId?: string;
                    /** @description The same pin on several boards, one interval apart, in this order; the first is the pin’s own board. Needs intervalType and sendAt or useNextOpenSlot. No board may repeat */
                    intervalBoards?: {
                        boardId: string;
                        /** @description A section of this board; left out: the board root */
                        boardSectionId?: string;
                    }[];
                    /**
                     * @description Spacing in days: daily 1, weekly 7, biweekly 14, monthly 30. Only with intervalBoards
                     * @enum {string}
                     */
                    intervalType?: "daily" | "weekly" | "biweekly" | "monthly";
                    /** @description An exact number of days that overrides intervalType. Only with intervalBoards */
                    intervalDays?: number;
                    /**
                     * @description slots (default): each board after the first takes the first open slot at or after its time; exact: its exact time. Only with intervalBoards
                     * @enum {string}
                     */
                    intervalMode?: "slots" | "exact";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                            /** @description In board order, starting with the post itself; only if intervalBoards made more than one pin */
                            intervalPosts?: components["schemas"]["Post"][];
                            approval?: components["schemas"]["Approval"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            placement?: components["schemas"]["Placement"];
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            /** @description Saved as a draft and sent for approval */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                            /** @description In board order, starting with the post itself; only if intervalBoards made more than one pin */
                            intervalPosts?: components["schemas"]["Post"][];
                            approval?: components["schemas"]["Approval"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            placement?: components["schemas"]["Placement"];
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `insufficient_credits`: the account has too few credits left in this billing period.
             *     - `trial_exhausted`: the account has no publishing access, and its trial pins are used up.
             *     - `no_access`: the account has no publishing access and no trial.
             *     - `account_not_connected`: the account is disconnected, on a plan that counts connected accounts.
             *     - `legacy_post_limit_exceeded`: the plan’s post limit for this billing period would be exceeded.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "PAYMENT_REQUIRED";
                            /** @enum {unknown} */
                            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrUploadAlreadyAttached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "UNPROCESSABLE_ENTITY";
                            /** @enum {unknown} */
                            reason?: "idempotency_key_reused" | "no_open_slot" | "platform_reconnect_required";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /**
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
             *     - `media_store_unavailable`: images and videos cannot be stored or read right now.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest is limiting our requests; Retry-After says for how long.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "SERVICE_UNAVAILABLE";
                            /** @enum {unknown} */
                            reason?: "media_store_unavailable" | "slot_resolution_timeout" | "platform_rate_limited";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getPost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4101
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4102
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            postId: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PostNotEditableOrPostStatusChanged"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4102
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Cannot be emptied */
                    title?: string;
                    /** @description Cannot be emptied */
                    description?: string;
                    /**
                     * Format: uri
                     * @description Destination, http or https
                     */
                    url?: string;
                    /** @description Moves the pin to this board; without boardSectionId, its section is cleared */
                    boardId?: string;
                    /** @description A section of the board the pin ends up on; empty: the board root */
                    boardSectionId?: string;
                    /** @description Describes the media for people who cannot see it; empty: none */
                    altText?: string;
                    /** @description Replaces all tags; empty: clears them; left out: keeps them. Any tag makes the pin a simplified one. Not allowed on a carousel */
                    productTagPinIds?: string[];
                    /** @description Replaces them; empty: none */
                    aiDisclosures?: ("AI_MODIFIED" | "SYNTHETIC_PERFORMER")[];
                    /** @description Of a video */
                    cover?: {
                        second?: number;
                        mediaUrl?: string;
                        uploadId?: string;
                    };
                    /** @description Replaces those of all images of a carousel; empty: none */
                    slides?: {
                        title?: string;
                        description?: string;
                        /** Format: uri */
                        link?: string;
                    }[];
                    /** @description Replaces them; empty: none */
                    labels?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PostNotEditableOrPostStatusChanged"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What to write, in order */
                    posts: {
                        /**
                         * Format: uri
                         * @description Publicly accessible; exclusive with uploadId
                         */
                        mediaUrl?: string;
                        /** @description From POST /v1/media/uploads, its bytes PUT; single-use */
                        uploadId?: string;
                        /**
                         * @description Of mediaUrl; video: .mp4, .mov or .qt. Ignored with uploadId, which has its own
                         * @default image
                         * @enum {unknown}
                         */
                        mediaType?: "image" | "video";
                        /** @description Further images of a carousel, in order, with the cover’s width-to-height ratio; no video, no product tags */
                        carouselItems?: {
                            /**
                             * Format: uri
                             * @description Publicly accessible; exclusive with uploadId
                             */
                            mediaUrl?: string;
                            /** @description From POST /v1/media/uploads, its bytes PUT; single-use */
                            uploadId?: string;
                        }[];
                        /** @description Id or URL of someone else’s public pin, which is saved to the board instead of creating a new pin. Exclusive with media, title, description, url, altText, productTagPinIds, aiDisclosures, cover and slides */
                        savePinId?: string;
                        /** @description Required when scheduling */
                        title?: string;
                        /** @description Required when scheduling */
                        description?: string;
                        /**
                         * Format: uri
                         * @description Destination, http or https; required when scheduling
                         */
                        url?: string;
                        /** @description Describes the media for people who cannot see it; empty: none */
                        altText?: string;
                        /** @description What viewers are told: AI made or changed the media; it shows a person who does not exist */
                        aiDisclosures?: ("AI_MODIFIED" | "SYNTHETIC_PERFORMER")[];
                        /** @description What a video shows first: a second of it, or an image; left out: second 0 */
                        cover?: {
                            second?: number;
                            mediaUrl?: string;
                            uploadId?: string;
                        };
                        /** @description Of a carousel: the text and link of each image, the cover first */
                        slides?: {
                            title?: string;
                            description?: string;
                            /** Format: uri */
                            link?: string;
                        }[];
                        /** @description Your own, such as a campaign; Pinterest does not get them */
                        labels?: string[];
                        /**
                         * Format: date-time
                         * @description When to publish: in the future, within 10 years; exclusive with useNextOpenSlot
                         * @example 2026-03-02T15:00:00Z
                         */
                        sendAt?: string;
                        /** @description Publish at the next open smart slot; false counts as absent */
                        useNextOpenSlot?: boolean;
                        /**
                         * @description Whether it is a simplified pin rather than a standard one
                         * @default true
                         */
                        isSimplifiedPin?: boolean;
                        /** @description Product pins from the catalog; business accounts only; makes the pin a simplified one */
                        productTagPinIds?: string[];
                        /** @description Required when scheduling */
                        boardId?: string;
                        /** @description A section of boardId */
                        boardSectionId?: string;
                    }[];
                    /**
                     * @description What to do with posts that have no time of their own. draft: save them; schedule: put them in the next open slots, taking turns between boards; approval: save them and request approval
                     * @default draft
                     * @enum {string}
                     */
                    mode?: "draft" | "schedule" | "approval";
                    /**
                     * @description Only report what would happen; nothing is written
                     * @default false
                     */
                    preview?: boolean;
                    /**
                     * @description stop: one refused post refuses all; skip: the others are written
                     * @default stop
                     * @enum {string}
                     */
                    onError?: "stop" | "skip";
                };
            };
        };
        responses: {
            /** @description What would happen; nothing is written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            batch: components["schemas"]["Batch"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            batch: components["schemas"]["Batch"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Saved as a draft and sent for approval */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            batch: components["schemas"]["Batch"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `insufficient_credits`: the account has too few credits left in this billing period.
             *     - `trial_exhausted`: the account has no publishing access, and its trial pins are used up.
             *     - `no_access`: the account has no publishing access and no trial.
             *     - `account_not_connected`: the account is disconnected, on a plan that counts connected accounts.
             *     - `legacy_post_limit_exceeded`: the plan’s post limit for this billing period would be exceeded.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "PAYMENT_REQUIRED";
                            /** @enum {unknown} */
                            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrUploadAlreadyAttached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "UNPROCESSABLE_ENTITY";
                            /** @enum {unknown} */
                            reason?: "idempotency_key_reused" | "no_open_slot" | "platform_reconnect_required";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /**
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
             *     - `media_store_unavailable`: images and videos cannot be stored or read right now.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest is limiting our requests; Retry-After says for how long.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "SERVICE_UNAVAILABLE";
                            /** @enum {unknown} */
                            reason?: "media_store_unavailable" | "slot_resolution_timeout" | "platform_rate_limited";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the batch
                 * @example 1
                 */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            batch: components["schemas"]["Batch"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    undoBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the batch
                 * @example 1
                 */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            batch: components["schemas"]["Batch"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `undo_expired`: the ten minutes for undoing it are over, or there is nothing to undo.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "undo_expired" | "post_status_changed";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportPosts: {
        parameters: {
            query?: {
                /**
                 * @description Which posts
                 * @example queued
                 */
                status?: "draft" | "queued" | "sent" | "uploading";
                /**
                 * @description The earliest sendAt; required for sent and uploading
                 * @example 2026-03-02T15:00:00Z
                 */
                startDate?: string;
                /**
                 * @description The latest sendAt, inclusive; required for sent and uploading
                 * @example 2026-03-02T15:00:00Z
                 */
                endDate?: string;
                /** @description true: starts with a byte order mark, so Excel reads it as UTF-8 */
                bom?: "true" | "false";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV as in RFC 4180; the first line has the column names */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportBoards: {
        parameters: {
            query?: {
                /** @description true: starts with a byte order mark, so Excel reads it as UTF-8 */
                bom?: "true" | "false";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV as in RFC 4180; the first line has the column names */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The text of the file, up to 10 MiB and 10,000 pins. Exclusive with uploadId
                     * @example Title,Media URL
                     *     An oak shelf,https://shop.example.com/oak-shelf.jpg
                     */
                    csv?: string;
                    /** @description An upload with the extension csv. Exclusive with csv */
                    uploadId?: string;
                    /**
                     * @description What each column is, by its name in the file, if the name is not recognized; null: leave the column out
                     * @default {}
                     */
                    mapping?: {
                        [key: string]: ("title" | "description" | "url" | "mediaUrl" | "mediaType" | "cover" | "thumbnail" | "board" | "boardId" | "section" | "altText" | "labels" | "aiDisclosures" | "sendAt" | "date" | "time") | null;
                    };
                    /**
                     * @description What comes first in dates such as 3/4/2027: day or month. Without it the template decides, else such a date is refused
                     * @enum {string}
                     */
                    dateOrder?: "day" | "month";
                    /**
                     * @description What to do with lines that have no time of their own, as in a batch: draft, schedule or approval
                     * @default draft
                     * @enum {string}
                     */
                    mode?: "draft" | "schedule" | "approval";
                    /**
                     * @description Only report what would happen; nothing is written
                     * @default false
                     */
                    preview?: boolean;
                };
            };
        };
        responses: {
            /** @description What would happen; nothing is written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            import: components["schemas"]["Import"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            import: components["schemas"]["Import"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrUploadAlreadyAttached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrMediaStoreUnavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the import
                 * @example 1
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            import: components["schemas"]["Import"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the import
                 * @example 2
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            import: components["schemas"]["Import"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrImportOver"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the import
                 * @example 1
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            import: components["schemas"]["Import"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `undo_expired`: the ten minutes for undoing it are over, or there is nothing to undo.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "undo_expired" | "post_status_changed";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public page, http or https
                     * @example https://shop.example.com/oak-shelf
                     */
                    url: string;
                    /** @description Replaces the page’s own title */
                    title?: string;
                    /**
                     * @description What people search for: sentences on the page that match come first
                     * @default []
                     */
                    keywords?: string[];
                    /**
                     * @description How many drafts to make from it
                     * @default 3
                     */
                    drafts?: number;
                    /** @description Board for all drafts; left out: each draft gets the public board it fits best */
                    boardId?: string;
                    /** @description Whether a model may write the drafts, if one is set up. false: Pinslot writes them itself; true: a warning says if there is no model */
                    useModel?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            generation: components["schemas"]["Generation"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the generation
                 * @example 1
                 */
                generationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            generation: components["schemas"]["Generation"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the generation
                 * @example 1
                 */
                generationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            generation: components["schemas"]["Generation"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrGenerationStarted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFeeds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Oldest first */
                            feeds: components["schemas"]["Feed"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description URL of an RSS, Atom or JSON Feed, a sitemap or sitemap index, or a JSON list of products or posts; http or https
                     * @example https://shop.example.com/feed.xml
                     */
                    url: string;
                    /**
                     * @description Left out: detected. products: a JSON list from Shopify, WooCommerce or WordPress
                     * @enum {string}
                     */
                    kind?: "rss" | "atom" | "sitemap" | "products";
                    /** @description Maximum drafts per day, up to 30 */
                    perDay: number;
                    /** @description Board for all drafts; left out: each draft gets the public board it fits best */
                    boardId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            feed: components["schemas"]["Feed"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrFeedExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of feeds
                 * @example 1
                 */
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            feed: components["schemas"]["FeedWithEntries"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of feeds
                 * @example 1
                 */
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            feed: components["schemas"]["Feed"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of feeds
                 * @example 1
                 */
                feedId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Maximum drafts per day, up to 30 */
                    perDay?: number;
                    /** @description null: each draft gets the public board it fits best */
                    boardId?: string | null;
                    /**
                     * @description paused: not checked until it is active again
                     * @enum {string}
                     */
                    state?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            feed: components["schemas"]["Feed"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    refreshFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of feeds
                 * @example 1
                 */
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            feed: components["schemas"]["Feed"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrFeedPaused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replacePostMedia: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4102
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Publicly accessible; exclusive with uploadId
                     */
                    mediaUrl?: string;
                    /** @description From POST /v1/media/uploads, its bytes PUT; single-use */
                    uploadId?: string;
                    /**
                     * @description Of mediaUrl; video: .mp4, .mov or .qt. Ignored with uploadId, which has its own
                     * @default image
                     * @enum {unknown}
                     */
                    mediaType?: "image" | "video";
                    /** @description Further images of a carousel, in order, with the cover’s width-to-height ratio; no video, no product tags */
                    carouselItems?: {
                        /**
                         * Format: uri
                         * @description Publicly accessible; exclusive with uploadId
                         */
                        mediaUrl?: string;
                        /** @description From POST /v1/media/uploads, its bytes PUT; single-use */
                        uploadId?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `post_not_editable`: the post is being published or has been published.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             *     - `upload_already_attached`: the upload is already used by a post; an upload can be used once.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "post_not_editable" | "post_status_changed" | "upload_already_attached";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrMediaStoreUnavailable"];
        };
    };
    changePostPicture: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4102
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How the post shows its image
                     * @enum {string}
                     */
                    fit: "original" | "crop" | "card";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `post_not_editable`: the post is being published or has been published.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "post_not_editable" | "post_status_changed";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrMediaStoreUnavailable"];
        };
    };
    schedulePost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4102
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When to publish: in the future, within 10 years. Exclusive with the other ways to say when
                     * @example 2026-03-02T15:00:00Z
                     */
                    sendAt?: string;
                    /**
                     * @description With sendAt: only if a slot is open at that time
                     * @enum {boolean}
                     */
                    requireOpenSlot?: true;
                    /**
                     * @description Publish at the next open smart slot; true when given
                     * @enum {boolean}
                     */
                    useNextOpenSlot?: true;
                    /**
                     * @description For a queued post: the nearest open slot before or after its own time
                     * @enum {string}
                     */
                    moveToSlot?: "earlier" | "later";
                    /**
                     * @description Publish now; true when given
                     * @enum {boolean}
                     */
                    publishNow?: true;
                    /** @description Required if the draft has no board; without boardSectionId, the section is cleared */
                    boardId?: string;
                    /** @description A section of the board the post ends up on; empty: the board root */
                    boardSectionId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                            approval?: components["schemas"]["Approval"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            placement?: components["schemas"]["Placement"];
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            /** @description Saved as a draft and sent for approval */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                            approval?: components["schemas"]["Approval"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            placement?: components["schemas"]["Placement"];
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `insufficient_credits`: the account has too few credits left in this billing period.
             *     - `trial_exhausted`: the account has no publishing access, and its trial pins are used up.
             *     - `no_access`: the account has no publishing access and no trial.
             *     - `account_not_connected`: the account is disconnected, on a plan that counts connected accounts.
             *     - `legacy_post_limit_exceeded`: the plan’s post limit for this billing period would be exceeded.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "PAYMENT_REQUIRED";
                            /** @enum {unknown} */
                            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `post_not_schedulable`: the post is being published, has been published, or is a draft where a scheduled post is needed.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             *     - `slot_not_open`: no slot is open at the requested time.
             *     - `publishing_paused`: publishing is paused for the account, so nothing can go out now.
             *     - `account_on_hold`: Pinterest takes nothing from the account for now; its `hold` says why.
             *     - `outcome_unknown`: it is not known yet whether the post is on Pinterest; record its outcome first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "post_not_schedulable" | "post_status_changed" | "slot_not_open" | "publishing_paused" | "account_on_hold" | "outcome_unknown";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "UNPROCESSABLE_ENTITY";
                            /** @enum {unknown} */
                            reason?: "idempotency_key_reused" | "no_open_slot" | "platform_reconnect_required";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /**
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest is limiting our requests; Retry-After says for how long.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "SERVICE_UNAVAILABLE";
                            /** @enum {unknown} */
                            reason?: "slot_resolution_timeout" | "platform_rate_limited";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            504: components["responses"]["PlatformTimeout"];
        };
    };
    unschedulePost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4102
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PostNotSchedulableOrPostStatusChanged"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePosts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Post ids, in the order in which they take slots; exclusive with filter */
                    ids?: string[];
                    /** @description The first 500 posts that match now; exclusive with ids */
                    filter?: {
                        /**
                         * @description Only drafts and queued posts can be changed
                         * @enum {string}
                         */
                        status: "draft" | "queued";
                        /** @description On this board */
                        boardId?: string;
                        /**
                         * @description Drafts whose last publishing failed for this reason
                         * @enum {string}
                         */
                        failureReason?: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "account_on_hold" | "paused" | "missed" | "outcome_unknown";
                        /**
                         * Format: date-time
                         * @description For queued posts: the earliest sendAt
                         * @example 2026-03-02T15:00:00Z
                         */
                        from?: string;
                        /**
                         * Format: date-time
                         * @description For queued posts: the latest sendAt, inclusive
                         * @example 2026-03-02T15:00:00Z
                         */
                        to?: string;
                        /** @description Words that must all occur in the title, description, url or board name */
                        text?: string;
                    };
                    /**
                     * @description reschedule: move drafts and queued posts to the next open slots, charging each draft
                     * @enum {string}
                     */
                    action: "reschedule" | "unschedule" | "delete" | "edit";
                    /** @description For action edit; with reschedule, each post is edited before it is scheduled, as one change */
                    edit?: {
                        /** @description New board; the board root unless boardSectionId is given */
                        boardId?: string;
                        /** @description Used with boardId; null or empty without it: move each to the root of its board */
                        boardSectionId?: string | null;
                        /**
                         * Format: uri
                         * @description New destination
                         */
                        url?: string;
                    };
                    /**
                     * @description Report what would happen to each; nothing is written
                     * @default false
                     */
                    preview?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description For undoChange; null: nothing was written */
                            changeId: string | null;
                            /** @description How many posts the filter matched; those beyond 500 are left for the next request */
                            matched: number;
                            /** @description Number of results */
                            counts: {
                                /** @description Changed, or already as requested */
                                changed: number;
                                /** @description Posts with an error */
                                failed: number;
                            };
                            /** @description In the order of ids; for a filter, soonest or oldest first */
                            results: components["schemas"]["BulkResult"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /**
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest is limiting our requests; Retry-After says for how long.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "SERVICE_UNAVAILABLE";
                            /** @enum {unknown} */
                            reason?: "slot_resolution_timeout" | "platform_rate_limited";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            504: components["responses"]["PlatformTimeout"];
        };
    };
    undoChange: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description changeId of the change
                 * @example 5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21
                 */
                changeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description As they are now */
                            posts: components["schemas"]["Post"][];
                            /** @description Deleted posts that were restored as drafts, and why */
                            notScheduled: components["schemas"]["NotScheduled"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `insufficient_credits`: the account has too few credits left in this billing period.
             *     - `trial_exhausted`: the account has no publishing access, and its trial pins are used up.
             *     - `no_access`: the account has no publishing access and no trial.
             *     - `account_not_connected`: the account is disconnected, on a plan that counts connected accounts.
             *     - `legacy_post_limit_exceeded`: the plan’s post limit for this billing period would be exceeded.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "PAYMENT_REQUIRED";
                            /** @enum {unknown} */
                            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `undo_expired`: the ten minutes for undoing it are over, or there is nothing to undo.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             *     - `schedule_locked`: the account’s schedule is being changed, for example by a rebuild; try again shortly.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "undo_expired" | "post_status_changed" | "schedule_locked";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrNoOpenSlot"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrSlotResolutionTimeout"];
        };
    };
    swapPosts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4101
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Another queued post of the account */
                    otherPostId: string;
                    /**
                     * Format: date-time
                     * @description The sendAt you saw for the post: 409 post_status_changed if it has changed since
                     * @example 2026-03-02T15:00:00Z
                     */
                    expectedSendAt?: string;
                    /**
                     * Format: date-time
                     * @description The sendAt you saw for the other post: 409 post_status_changed if it has changed since
                     * @example 2026-03-02T15:00:00Z
                     */
                    expectedOtherSendAt?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                            otherPost: components["schemas"]["Post"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `post_not_schedulable`: the post is being published, has been published, or is a draft where a scheduled post is needed.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "post_not_schedulable" | "post_status_changed";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrSlotResolutionTimeout"];
        };
    };
    moveSeries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description The intervalGroupId of its posts
                 * @example 4104
                 */
                intervalGroupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Calendar days to move by; negative: earlier. Exclusive with sendAt */
                    days?: number;
                    /**
                     * Format: date-time
                     * @description New time of the next of them; exclusive with days
                     * @example 2026-03-02T15:00:00Z
                     */
                    sendAt?: string;
                    /**
                     * Format: date-time
                     * @description The sendAt you saw for the next of them: 409 post_status_changed if it has changed since
                     * @example 2026-03-02T15:00:00Z
                     */
                    expectedSendAt?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The posts that were moved, soonest first */
                            posts: components["schemas"]["Post"][];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            /** @description Things to know about the chosen or requested time; only if there are any */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrPostStatusChanged"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrSlotResolutionTimeout"];
        };
    };
    duplicatePost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4101
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrPostStatusChanged"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportPostOutcome: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4106
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the pin is on Pinterest */
                    published: boolean;
                    /** @description The pin’s id or URL; required when published, refused otherwise */
                    pinId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            post: components["schemas"]["Post"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrOutcomeKnown"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getPreflight: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4101
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            preflight: components["schemas"]["Preflight"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLinksFound: {
        parameters: {
            query?: {
                /** @description From the previous answer */
                cursor?: string;
                /**
                 * @description Default 50
                 * @example 20
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            findings: components["schemas"]["LinkFound"][];
                            cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /**
                 * @description Which requests; left out: all
                 * @example pending
                 */
                state?: "pending" | "approved" | "changes_requested" | "rejected" | "expired" | "withdrawn";
                /** @description From the previous answer */
                cursor?: string;
                /** @description Default 50 */
                limit?: number;
                /** @description Adds stepDetails, decisions */
                include?: "steps";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approvals: components["schemas"]["Approval"][];
                            cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApproval: {
        parameters: {
            query?: {
                /**
                 * @description Adds stepDetails, decisions
                 * @example steps
                 */
                include?: "steps";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the request
                 * @example 31
                 */
                approvalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approval: components["schemas"]["Approval"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the request
                 * @example 31
                 */
                approvalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "request_changes" | "reject" | "hold";
                    /** @description What to change (required with request_changes), or why it was rejected or put on hold */
                    reason?: string;
                    /** @description The version of the post you reviewed: 409 approval_outdated if it has changed since. Left out: the current version */
                    postVersion?: number;
                    /** @description Only with approve: edits the post, as PATCH does, and approves it in one act, which Undo takes back as one */
                    edit?: {
                        /** @description Cannot be emptied */
                        title?: string;
                        /** @description Cannot be emptied */
                        description?: string;
                        /**
                         * Format: uri
                         * @description Destination, http or https
                         */
                        url?: string;
                        /** @description Moves the pin to this board; without boardSectionId, its section is cleared */
                        boardId?: string;
                        /** @description A section of the board the pin ends up on; empty: the board root */
                        boardSectionId?: string;
                        /** @description Describes the media for people who cannot see it; empty: none */
                        altText?: string;
                        /** @description Replaces all tags; empty: clears them; left out: keeps them. Any tag makes the pin a simplified one. Not allowed on a carousel */
                        productTagPinIds?: string[];
                        /** @description Replaces them; empty: none */
                        aiDisclosures?: ("AI_MODIFIED" | "SYNTHETIC_PERFORMER")[];
                        /** @description Of a video */
                        cover?: {
                            second?: number;
                            mediaUrl?: string;
                            uploadId?: string;
                        };
                        /** @description Replaces those of all images of a carousel; empty: none */
                        slides?: {
                            title?: string;
                            description?: string;
                            /** Format: uri */
                            link?: string;
                        }[];
                        /** @description Replaces them; empty: none */
                        labels?: string[];
                    };
                    /** @description Only with hold: when it ends by itself, in the future and within a year; null or left out: when it is released */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approval: components["schemas"]["Approval"];
                            post: components["schemas"]["Post"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequestOrApprovalTimePast"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `insufficient_credits`: the account has too few credits left in this billing period.
             *     - `trial_exhausted`: the account has no publishing access, and its trial pins are used up.
             *     - `no_access`: the account has no publishing access and no trial.
             *     - `account_not_connected`: the account is disconnected, on a plan that counts connected accounts.
             *     - `legacy_post_limit_exceeded`: the plan’s post limit for this billing period would be exceeded.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "PAYMENT_REQUIRED";
                            /** @enum {unknown} */
                            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /**
             * @description - `FORBIDDEN`: the role of the key or its person does not allow this.
             *     - `approval_own_edit`: the person edited the post last, so another one decides.
             *     - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because someone else owns it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "FORBIDDEN";
                            /** @enum {unknown} */
                            reason?: "approval_own_edit" | "platform_board_forbidden";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `approval_decided`: the request was already decided or withdrawn.
             *     - `approval_on_hold`: a person holds the request until heldUntil, or until it is released; release it first.
             *     - `approval_outdated`: the post was edited after the version the decision is about.
             *     - `approval_steps_left`: the rule of the request has steps that others decide first; an edit that restarts one is saved by itself.
             *     - `post_not_editable`: the post is being published or has been published.
             *     - `post_not_schedulable`: the post is being published, has been published, or is a draft where a scheduled post is needed.
             *     - `post_status_changed`: the post changed while it was being saved; read it again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "approval_decided" | "approval_on_hold" | "approval_outdated" | "approval_steps_left" | "post_not_editable" | "post_not_schedulable" | "post_status_changed";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: this Idempotency-Key was used with a different request.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "UNPROCESSABLE_ENTITY";
                            /** @enum {unknown} */
                            reason?: "idempotency_key_reused" | "no_open_slot" | "platform_reconnect_required";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /**
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now; Retry-After says when to try again.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest is limiting our requests; Retry-After says for how long.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "SERVICE_UNAVAILABLE";
                            /** @enum {unknown} */
                            reason?: "slot_resolution_timeout" | "platform_rate_limited";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getApprovalRules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approvalRules: {
                                /** @description Empty: any scheduler decides */
                                rules: {
                                    /** @description What the rule is called; each has its own */
                                    name: string;
                                    /** @description In their order */
                                    steps: {
                                        /** @description What the step is called, such as Brand */
                                        name: string;
                                        /** @description The people who decide it */
                                        reviewers: {
                                            /**
                                             * @description Who decides
                                             * @enum {string}
                                             */
                                            kind: "person" | "group" | "role" | "contact";
                                            /** @description U… of a person in Slack, S… of a user group, reviewer, scheduler or admin, or the name of a client’s contact */
                                            id: string;
                                        }[];
                                        /** @description How many of them approve; all is for people and contacts */
                                        rule: ("any" | "all") | {
                                            atLeast: number;
                                        };
                                        /** @description The fields whose edit restarts the step; left out: all but the section */
                                        looksAt?: ("title" | "description" | "url" | "altText" | "cover" | "slides" | "media" | "boardId" | "boardSectionId" | "productTagPinIds" | "aiDisclosures")[];
                                    }[];
                                    /** @description How long before its time a request is due; left out: a day, and without a time 48 hours after it */
                                    dueBeforeSeconds?: number;
                                    /** @description Left out: reminders, and then it waits on */
                                    onSilence?: {
                                        /** @description Whether the people it waits for get reminders */
                                        remind: boolean;
                                        /** @description Whether deputies get them for people who are away */
                                        deputies: boolean;
                                        /**
                                         * @description When it is overdue: admins get a reminder, too, or it only waits on
                                         * @enum {string}
                                         */
                                        then: "admins" | "hold";
                                    };
                                    /** @description Which requests get its steps, after those of the rule without it; left out: every request */
                                    when?: {
                                        /** @description The pin is on one of these boards */
                                        boardIds?: string[];
                                        /** @description The pin has one of these labels, ignoring case */
                                        labels?: string[];
                                        /**
                                         * @description agent: a key without a person, or a model
                                         * @enum {string}
                                         */
                                        requestedBy?: "agent" | "person";
                                        /**
                                         * @description The last check of the pin found something when it was requested
                                         * @enum {boolean}
                                         */
                                        findings?: true;
                                        /**
                                         * @description The pin declares something about AI
                                         * @enum {boolean}
                                         */
                                        aiDisclosed?: true;
                                        /**
                                         * @description No scheduled or published pin links to its host
                                         * @enum {boolean}
                                         */
                                        newDomain?: true;
                                    };
                                    /** @description Whether the next open slot is kept while it waits; default true */
                                    keepsSlot?: boolean;
                                }[];
                                /** @description When they were set; null: never */
                                changedAt: number | null;
                                /** @description By whom, in the form of requestedBy; null: nobody */
                                changedBy: string | null;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putApprovalRules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Empty: any scheduler decides */
                    rules: {
                        /** @description What the rule is called; each has its own */
                        name: string;
                        /** @description In their order */
                        steps: {
                            /** @description What the step is called, such as Brand */
                            name: string;
                            /** @description The people who decide it */
                            reviewers: {
                                /**
                                 * @description Who decides
                                 * @enum {string}
                                 */
                                kind: "person" | "group" | "role" | "contact";
                                /** @description U… of a person in Slack, S… of a user group, reviewer, scheduler or admin, or the name of a client’s contact */
                                id: string;
                            }[];
                            /** @description How many of them approve; all is for people and contacts */
                            rule: ("any" | "all") | {
                                atLeast: number;
                            };
                            /** @description The fields whose edit restarts the step; left out: all but the section */
                            looksAt?: ("title" | "description" | "url" | "altText" | "cover" | "slides" | "media" | "boardId" | "boardSectionId" | "productTagPinIds" | "aiDisclosures")[];
                        }[];
                        /** @description How long before its time a request is due; left out: a day, and without a time 48 hours after it */
                        dueBeforeSeconds?: number;
                        /** @description Left out: reminders, and then it waits on */
                        onSilence?: {
                            /** @description Whether the people it waits for get reminders */
                            remind: boolean;
                            /** @description Whether deputies get them for people who are away */
                            deputies: boolean;
                            /**
                             * @description When it is overdue: admins get a reminder, too, or it only waits on
                             * @enum {string}
                             */
                            then: "admins" | "hold";
                        };
                        /** @description Which requests get its steps, after those of the rule without it; left out: every request */
                        when?: {
                            /** @description The pin is on one of these boards */
                            boardIds?: string[];
                            /** @description The pin has one of these labels, ignoring case */
                            labels?: string[];
                            /**
                             * @description agent: a key without a person, or a model
                             * @enum {string}
                             */
                            requestedBy?: "agent" | "person";
                            /**
                             * @description The last check of the pin found something when it was requested
                             * @enum {boolean}
                             */
                            findings?: true;
                            /**
                             * @description The pin declares something about AI
                             * @enum {boolean}
                             */
                            aiDisclosed?: true;
                            /**
                             * @description No scheduled or published pin links to its host
                             * @enum {boolean}
                             */
                            newDomain?: true;
                        };
                        /** @description Whether the next open slot is kept while it waits; default true */
                        keepsSlot?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approvalRules: {
                                /** @description Empty: any scheduler decides */
                                rules: {
                                    /** @description What the rule is called; each has its own */
                                    name: string;
                                    /** @description In their order */
                                    steps: {
                                        /** @description What the step is called, such as Brand */
                                        name: string;
                                        /** @description The people who decide it */
                                        reviewers: {
                                            /**
                                             * @description Who decides
                                             * @enum {string}
                                             */
                                            kind: "person" | "group" | "role" | "contact";
                                            /** @description U… of a person in Slack, S… of a user group, reviewer, scheduler or admin, or the name of a client’s contact */
                                            id: string;
                                        }[];
                                        /** @description How many of them approve; all is for people and contacts */
                                        rule: ("any" | "all") | {
                                            atLeast: number;
                                        };
                                        /** @description The fields whose edit restarts the step; left out: all but the section */
                                        looksAt?: ("title" | "description" | "url" | "altText" | "cover" | "slides" | "media" | "boardId" | "boardSectionId" | "productTagPinIds" | "aiDisclosures")[];
                                    }[];
                                    /** @description How long before its time a request is due; left out: a day, and without a time 48 hours after it */
                                    dueBeforeSeconds?: number;
                                    /** @description Left out: reminders, and then it waits on */
                                    onSilence?: {
                                        /** @description Whether the people it waits for get reminders */
                                        remind: boolean;
                                        /** @description Whether deputies get them for people who are away */
                                        deputies: boolean;
                                        /**
                                         * @description When it is overdue: admins get a reminder, too, or it only waits on
                                         * @enum {string}
                                         */
                                        then: "admins" | "hold";
                                    };
                                    /** @description Which requests get its steps, after those of the rule without it; left out: every request */
                                    when?: {
                                        /** @description The pin is on one of these boards */
                                        boardIds?: string[];
                                        /** @description The pin has one of these labels, ignoring case */
                                        labels?: string[];
                                        /**
                                         * @description agent: a key without a person, or a model
                                         * @enum {string}
                                         */
                                        requestedBy?: "agent" | "person";
                                        /**
                                         * @description The last check of the pin found something when it was requested
                                         * @enum {boolean}
                                         */
                                        findings?: true;
                                        /**
                                         * @description The pin declares something about AI
                                         * @enum {boolean}
                                         */
                                        aiDisclosed?: true;
                                        /**
                                         * @description No scheduled or published pin links to its host
                                         * @enum {boolean}
                                         */
                                        newDomain?: true;
                                    };
                                    /** @description Whether the next open slot is kept while it waits; default true */
                                    keepsSlot?: boolean;
                                }[];
                                /** @description When they were set; null: never */
                                changedAt: number | null;
                                /** @description By whom, in the form of requestedBy; null: nobody */
                                changedBy: string | null;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseApproval: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the request
                 * @example 31
                 */
                approvalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approval: components["schemas"]["Approval"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrApprovalDecided"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawApproval: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the request
                 * @example 33
                 */
                approvalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approval: components["schemas"]["Approval"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrApprovalDecided"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description From the previous answer */
                cursor?: string;
                /** @description Default 50 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4112
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            comments: components["schemas"]["Comment"][];
                            cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4112
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 2000 characters */
                    text: string;
                    /**
                     * @description internal: your team; client: your clients, too
                     * @default internal
                     * @enum {string}
                     */
                    audience?: "internal" | "client";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            comment: components["schemas"]["Comment"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviewLinks: {
        parameters: {
            query?: {
                /** @description From the previous answer */
                cursor?: string;
                /** @description Default 50 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            reviewLinks: components["schemas"]["ReviewLink"][];
                            cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReviewLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who it is for, 1 to 80 characters */
                    contactName: string;
                    /** @description Their address: each browser needs a code that is sent there. Only where the operator has set up a mail server */
                    email?: string;
                    /** @description Posts of the account, in the order of the page */
                    postIds: string[];
                    /**
                     * @description How long it opens
                     * @default 14
                     */
                    expiresInDays?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            reviewLink: components["schemas"]["NewReviewLink"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReviewLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the review link
                 * @example 1
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            reviewLink: components["schemas"]["ReviewLink"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getClients: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clients: components["schemas"]["Clients"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putClients: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The channel that you share with your client over Slack Connect; null: none */
                    channelId: string | null;
                    /** @description At most 20 people in all */
                    contacts: {
                        /** @description The contact, as approval rules name it */
                        name: string;
                        /** @description Who decides for the contact */
                        people: {
                            /** @description Their Slack workspace, T… or E… */
                            teamId: string;
                            /** @description The member ID in their Slack profile */
                            userId: string;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clients: components["schemas"]["Clients"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4107
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            receipt: components["schemas"]["Receipt"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PostNotPublished"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrMediaStoreUnavailable"];
        };
    };
    getPublishedEdit: {
        parameters: {
            query?: {
                /** @description This one in place of the last */
                editId?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4107
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            edit: components["schemas"]["PinEdit"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePublishedPin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4107
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Cannot be emptied */
                    title?: string;
                    /** @description Cannot be emptied */
                    description?: string;
                    /**
                     * Format: uri
                     * @description Destination, http or https
                     */
                    url?: string;
                    /** @description Describes the media for people who cannot see it; empty: none */
                    altText?: string;
                    /** @description Moves the pin to this board; without boardSectionId, its section is cleared */
                    boardId?: string;
                    /** @description A section of the board the pin ends up on; empty: the board root */
                    boardSectionId?: string;
                    /** @description true: shows old and new values, and changes nothing */
                    preview?: boolean;
                };
            };
        };
        responses: {
            /** @description What would happen; nothing is written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            edit: components["schemas"]["PinEdit"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            edit: components["schemas"]["PinEdit"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `post_not_published`: the post is not on Pinterest yet.
             *     - `pin_deleted`: the pin of the post is no longer on Pinterest.
             *     - `pin_edit_open`: another change of the published pin is under way; wait for its end.
             *     - `publishing_paused`: publishing is paused for the account, so nothing can go out now.
             *     - `account_on_hold`: Pinterest takes nothing from the account for now; its `hold` says why.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "post_not_published" | "pin_deleted" | "pin_edit_open" | "publishing_paused" | "account_on_hold";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    decidePublishedEdit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4113
                 */
                postId: string;
                /**
                 * @description Id of the edit
                 * @example 3
                 */
                editId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description approve: it is sent to Pinterest
                     * @enum {string}
                     */
                    decision: "approve" | "decline";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            edit: components["schemas"]["PinEdit"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `approval_decided`: the request was already decided or withdrawn.
             *     - `publishing_paused`: publishing is paused for the account, so nothing can go out now.
             *     - `account_on_hold`: Pinterest takes nothing from the account for now; its `hold` says why.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "approval_decided" | "publishing_paused" | "account_on_hold";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrPlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePublishedPin: {
        parameters: {
            query: {
                /**
                 * @description The pinId of the post
                 * @example 941000000000000087
                 */
                confirm: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4107
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            edit: components["schemas"]["PinEdit"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `post_not_published`: the post is not on Pinterest yet.
             *     - `pin_deleted`: the pin of the post is no longer on Pinterest.
             *     - `pin_edit_open`: another change of the published pin is under way; wait for its end.
             *     - `publishing_paused`: publishing is paused for the account, so nothing can go out now.
             *     - `account_on_hold`: Pinterest takes nothing from the account for now; its `hold` says why.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "post_not_published" | "pin_deleted" | "pin_edit_open" | "publishing_paused" | "account_on_hold";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTwin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4108
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            twin: components["schemas"]["Twin"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putTwin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4108
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The other version */
                    postId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            twin: components["schemas"]["Twin"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotTestableOrTestExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTwin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4108
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            twin: components["schemas"]["Twin"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description jpg, jpeg, jpe, jfif, png, svg, gif, webp, heic, heif, avif, mp4, m4v, mov, qt, csv; csv is for importing a file of pins
                     * @example jpg
                     */
                    extension: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            upload: components["schemas"]["Upload"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrMediaStoreUnavailable"];
        };
    };
    listTimeslots: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            timeslots: components["schemas"]["Timeslot"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTimeslot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 0 (Sunday) to 6 (Saturday) */
                    dayPreference: number;
                    /** @description HH:MM in timezone */
                    time: string;
                    /**
                     * @description IANA name; default: the account’s
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            timeslot: components["schemas"]["Timeslot"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTimeslot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of timeslots
                 * @example 71
                 */
                timeslotId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            timeslot: components["schemas"]["Timeslot"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTimeslot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of timeslots
                 * @example 71
                 */
                timeslotId: string;
            };
            cookie?: never;
        };
        /** @description At least one field; others keep their values */
        requestBody: {
            content: {
                "application/json": {
                    /** @description 0 (Sunday) to 6 (Saturday) */
                    dayPreference?: number;
                    /** @description HH:MM in timezone */
                    time?: string;
                    /**
                     * @description IANA name; left out: unchanged
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            timeslot: components["schemas"]["Timeslot"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvergreen: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            evergreen: components["schemas"]["Evergreen"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putEvergreenPin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4107
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    until?: string | null;
                    atMost?: number | null;
                    months?: number[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            pin: components["schemas"]["EvergreenPin"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `post_not_published`: the post is not on Pinterest yet.
             *     - `schedule_locked`: the account’s schedule is being changed, for example by a rebuild; try again shortly.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "post_not_published" | "schedule_locked";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEvergreenPin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id of the post
                 * @example 4107
                 */
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            removed: true;
                            /** @description The post that was in the pool */
                            postId: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEvergreenSlot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 0 (Sunday) to 6 (Saturday) */
                    dayPreference: number;
                    /** @description HH:MM in timezone */
                    time: string;
                    /**
                     * @description IANA name; default: the account’s
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            slot: components["schemas"]["EvergreenSlot"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEvergreenSlot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of timeslots
                 * @example 72
                 */
                timeslotId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            slot: components["schemas"]["EvergreenSlot"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEvergreenSlot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the list of timeslots
                 * @example 72
                 */
                timeslotId: string;
            };
            cookie?: never;
        };
        /** @description At least one field; others keep their values */
        requestBody: {
            content: {
                "application/json": {
                    /** @description 0 (Sunday) to 6 (Saturday) */
                    dayPreference?: number;
                    /** @description HH:MM in timezone */
                    time?: string;
                    /**
                     * @description IANA name; left out: unchanged
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            slot: components["schemas"]["EvergreenSlot"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rebuildTimeslots: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Timeslots per day, on each day of the week */
                    pinsPerDay: number;
                    /**
                     * @description IANA name; default: the account’s
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                    /** @description true: nothing is written. Default false */
                    preview?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rebuild: components["schemas"]["Rebuild"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrScheduleLocked"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTimeslotSuggestions: {
        parameters: {
            query?: {
                /**
                 * @description Default 10
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description IANA name; default: the account’s
                 * @example Europe/Berlin
                 */
                timezone?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            suggestions: components["schemas"]["Suggestion"][];
                            /**
                             * @description Where the times come from: the account’s own results, or general data while those are too few
                             * @enum {string}
                             */
                            basis: "results" | "default";
                            /** @description Number of published pins with known results */
                            pinsRead: number;
                            /** @description IANA name */
                            timezone: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSchedule: {
        parameters: {
            query?: {
                /**
                 * @description Default: now
                 * @example 2026-03-02T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Default: 14 days after from; at most 60
                 * @example 2026-03-05T23:00:00Z
                 */
                to?: string;
                /** @description Include upcoming evergreen occurrences: kind repeat, state scheduled, and no post until it is created */
                include?: "repeats";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            schedule: components["schemas"]["ScheduleEntry"][];
                            window: {
                                /**
                                 * @description Unix seconds
                                 * @example 1772463600
                                 */
                                from: number;
                                /**
                                 * @description Unix seconds
                                 * @example 1772463600
                                 */
                                to: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["ScheduleTimeout"];
        };
    };
    getAccountAnalytics: {
        parameters: {
            query?: {
                /**
                 * @description First UTC day, YYYY-MM-DD; at most 90 days before today
                 * @example 2026-02-27
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, inclusive; at most 90 days after startDate. Days after today count as today
                 * @example 2026-02-28
                 */
                endDate?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accountId: string;
                            /**
                             * Format: date
                             * @description First day of the window used
                             * @example 2026-03-02
                             */
                            startDate: string;
                            /**
                             * Format: date
                             * @description Last day of the window used; today if a later day was requested
                             * @example 2026-03-02
                             */
                            endDate: string;
                            summaryMetrics: components["schemas"]["Metrics"];
                            dailyMetrics: components["schemas"]["MetricDay"][];
                            /** @description The labels of most pins published here in the window, at most 10, and how many */
                            labels: {
                                label: string;
                                pins: number;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformAnalyticsForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getAccountAnalyticsHistory: {
        parameters: {
            query?: {
                /**
                 * @description First UTC day, YYYY-MM-DD; any day in the past
                 * @example 2026-02-27
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, inclusive; at most 365 days after startDate. Days after today count as today
                 * @example 2026-02-28
                 */
                endDate?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accountId: string;
                            /**
                             * Format: date
                             * @description First day of the window used
                             * @example 2026-03-02
                             */
                            startDate: string;
                            /**
                             * Format: date
                             * @description Last day of the window used; today if a later day was requested
                             * @example 2026-03-02
                             */
                            endDate: string;
                            dailyMetrics: components["schemas"]["MetricDay"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTopPins: {
        parameters: {
            query?: {
                /**
                 * @description First UTC day, YYYY-MM-DD; at most 90 days before today
                 * @example 2026-02-27
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, inclusive; at most 90 days after startDate. Days after today count as today
                 * @example 2026-02-28
                 */
                endDate?: string;
                /**
                 * @description Default ENGAGEMENT
                 * @example IMPRESSION
                 */
                sortBy?: "ENGAGEMENT" | "SAVE" | "IMPRESSION" | "OUTBOUND_CLICK" | "PIN_CLICK";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accountId: string;
                            /**
                             * Format: date
                             * @description First day of the window used
                             * @example 2026-03-02
                             */
                            startDate: string;
                            /**
                             * Format: date
                             * @description Last day of the window used; today if a later day was requested
                             * @example 2026-03-02
                             */
                            endDate: string;
                            /**
                             * @description The metric used
                             * @enum {string}
                             */
                            sortBy: "ENGAGEMENT" | "SAVE" | "IMPRESSION" | "OUTBOUND_CLICK" | "PIN_CLICK";
                            /** @description In Pinterest’s ranked order, at most 10 */
                            pins: components["schemas"]["TopPin"][];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            /**
                             * @description true if some pins have only metrics because Pinterest limited the reads or did not answer: try again in a minute
                             * @enum {boolean}
                             */
                            partial?: true;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformAnalyticsForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getPinAnalytics: {
        parameters: {
            query?: {
                /**
                 * @description First UTC day, YYYY-MM-DD; at most 90 days before today
                 * @example 2026-02-27
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, inclusive; at most 90 days after startDate. Days after today count as today
                 * @example 2026-02-28
                 */
                endDate?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Pinterest’s id of the pin
                 * @example 813744226420795007
                 */
                pinId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accountId: string;
                            /**
                             * Format: date
                             * @description First day of the window used
                             * @example 2026-03-02
                             */
                            startDate: string;
                            /**
                             * Format: date
                             * @description Last day of the window used; today if a later day was requested
                             * @example 2026-03-02
                             */
                            endDate: string;
                            summaryMetrics: components["schemas"]["Metrics"];
                            dailyMetrics: components["schemas"]["MetricDay"][];
                            pinId: string;
                            lifetimeMetrics: components["schemas"]["Metrics"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PlatformAnalyticsForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PlatformReconnectRequired"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrPlatformRateLimited"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    listSpacingRules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            spacingRules: components["schemas"]["SpacingRule"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putSpacingRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description DEFAULT: for every url without a CUSTOM rule
                     * @enum {string}
                     */
                    type: "DEFAULT" | "CUSTOM";
                    /**
                     * Format: uri
                     * @description The url of a CUSTOM rule; DEFAULT has none
                     */
                    url?: string;
                    /** @description Calendar days, in both directions */
                    days: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            spacingRule: components["schemas"]["SpacingRule"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSpacingRule: {
        parameters: {
            query: {
                /**
                 * @description DEFAULT: for every url without a CUSTOM rule
                 * @example DEFAULT
                 */
                type: "DEFAULT" | "CUSTOM";
                /** @description For a CUSTOM rule */
                url?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            spacingRule: components["schemas"]["SpacingRule"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUtmRules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            utmRules: components["schemas"]["UtmRule"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putUtmRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The board it applies to; left out or null: the account */
                    boardId?: string | null;
                    /** @description utm_source; {board} and {account} are replaced with their names; left out or null: none */
                    source?: string | null;
                    /** @description utm_medium; {board} and {account} are replaced with their names; left out or null: none */
                    medium?: string | null;
                    /** @description utm_campaign; {board} and {account} are replaced with their names; left out or null: none */
                    campaign?: string | null;
                    /** @description utm_content; {board} and {account} are replaced with their names; left out or null: none */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            utmRule: components["schemas"]["UtmRule"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUtmRule: {
        parameters: {
            query?: {
                /** @description The board; left out: the account’s rule */
                boardId?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            utmRule: components["schemas"]["UtmRule"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCalendarLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            calendarLink: components["schemas"]["CalendarLink"] | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCalendarLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            calendarLink: components["schemas"]["CalendarLink"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCalendarLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description From listAccounts
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            calendarLink: null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Reconnects this account only; left out: any account its holder allows */
                    accountId?: string;
                    /** @description Sets a new account up once it is connected; one that is connected again stays as it is */
                    setUp?: {
                        /**
                         * @description IANA name of the account’s zone
                         * @example America/New_York
                         */
                        timezone: string;
                        /**
                         * @description How many posting times each day gets, from 9 AM to 9 PM; 0: none
                         * @default 2
                         * @enum {number}
                         */
                        pinsPerDay?: 0 | 1 | 2 | 3 | 5;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            connectLink: {
                                url: string;
                                /**
                                 * @description Unix seconds
                                 * @example 1772463600
                                 */
                                expiresAt: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPrincipal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            principal: components["schemas"]["Principal"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            keys: components["schemas"]["Key"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name */
                    name: string;
                    /** @description What it is for */
                    note?: string;
                    /**
                     * @description Default admin
                     * @enum {string}
                     */
                    role?: "viewer" | "contributor" | "scheduler" | "admin";
                    /** @description The accounts the role applies to; left out: all. admin on all accounts is full access */
                    accounts?: string[];
                    /**
                     * Format: date-time
                     * @description From then on the key gets a 401. At most the expiry of the key that creates it; left out: that expiry, or never if that key never expires
                     * @example 2026-03-02T15:00:00Z
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            key: {
                                /** @description Id of the key; not secret */
                                id: string;
                                /** @description Its name */
                                name: string;
                                /** @description What it is for */
                                note: string | null;
                                /** @description Its first characters */
                                prefix: string;
                                /** @description Its last four characters; null for keys created before these were stored */
                                lastFour: string | null;
                                /**
                                 * @description personal: acts as its person
                                 * @enum {string}
                                 */
                                kind: "organization" | "personal";
                                /** @description null: a personal key, which can do what its person can, or a program that signed in (psa_), at most that */
                                role: ("viewer" | "contributor" | "scheduler" | "admin") | null;
                                /** @description The accounts the role applies to; null: all */
                                accounts: string[] | null;
                                /** @description For a personal key, its person as T…:U… */
                                personId: string | null;
                                /** @description Who created it: key:… for an API key, T…:U… for a person in Slack; null: not recorded */
                                createdBy: string | null;
                                /**
                                 * @description Unix seconds
                                 * @example 1772463600
                                 */
                                createdAt: number;
                                /** @description null: it never expires */
                                expiresAt: number | null;
                                /** @description null: not revoked */
                                revokedAt: number | null;
                                /** @description To the minute */
                                lastUsedAt: number | null;
                                /** @description Shown once */
                                secret: string;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of keys
                 * @example 7
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            key: components["schemas"]["Key"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Oldest first */
                            webhooks: components["schemas"]["Webhook"][];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public https URL. In the sandbox also this machine, on any port but ours
                     */
                    url: string;
                    /**
                     * @description ["*"] for all, or some of them
                     * @example [
                     *       "post.sent",
                     *       "post.failed"
                     *     ]
                     */
                    events: ("*" | "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.reminded" | "approval.step_decided" | "approval.decided" | "approval.held" | "comment.created" | "account.connected" | "account.reconnect_required" | "schedule.full")[];
                    /** @description Left out: all accounts, including those connected later */
                    accountIds?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook: components["schemas"]["Webhook"];
                            /** @description whsec_…, shown once */
                            secret: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook: components["schemas"]["Webhook"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook: components["schemas"]["Webhook"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public https URL. In the sandbox also this machine, on any port but ours
                     */
                    url?: string;
                    /**
                     * @description ["*"] for all, or some of them
                     * @example [
                     *       "post.sent",
                     *       "post.failed"
                     *     ]
                     */
                    events?: ("*" | "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.reminded" | "approval.step_decided" | "approval.decided" | "approval.held" | "comment.created" | "account.connected" | "account.reconnect_required" | "schedule.full")[];
                    /** @description null: all accounts */
                    accountIds?: string[] | null;
                    /**
                     * @description paused: its events wait until it is active again
                     * @enum {string}
                     */
                    state?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook: components["schemas"]["Webhook"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookEnded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook: components["schemas"]["Webhook"];
                            /** @description whsec_…, shown once */
                            secret: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrWebhookEnded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Default all */
                state?: "waiting" | "delivered" | "failed";
                /** @description From the previous answer */
                cursor?: string;
                /**
                 * @description Default 50
                 * @example 20
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Newest first */
                            deliveries: components["schemas"]["WebhookDelivery"][];
                            /** @description For the next page; null: there are no more */
                            cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
                /**
                 * @description Id from the list of deliveries
                 * @example 901
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            delivery: components["schemas"]["WebhookDelivery"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `webhook_ended`: the receiver returned 410, so the webhook has ended; delete it and add another one.
             *     - `delivery_waiting`: the delivery is still waiting to be sent, so there is nothing to repeat.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "webhook_ended" | "delivery_waiting";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Start of the time span
                     * @example 2026-03-02T15:00:00Z
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description End of the time span; default now
                     * @example 2026-03-02T15:00:00Z
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description How many events are resent */
                            replayed: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgressOrWebhookEnded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of webhooks
                 * @example 2
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            delivery: components["schemas"]["WebhookDelivery"];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `webhook_ended`: the receiver returned 410, so the webhook has ended; delete it and add another one.
             *     - `webhook_paused`: the webhook is paused; resume it first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["Error"] & {
                            /** @enum {unknown} */
                            code?: "CONFLICT";
                            /** @enum {unknown} */
                            reason?: "idempotency_in_progress" | "webhook_ended" | "webhook_paused";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIssueReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What was asked, what came back and why it is wrong */
                    description: string;
                    /** @description The endpoint or tool that seems wrong */
                    tool: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            received: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCapabilityRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours, the same request with the same key takes effect once and gets the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans page instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What you want to do, and how you do it today */
                    description: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            received: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceededOrTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onPostScheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "post.scheduled";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Post"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostSent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "post.sent";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Post"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "post.failed";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Post"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostLate: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "post.late";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Post"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "post.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Post"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "approval.requested";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Approval"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalReminded: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "approval.reminded";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Approval"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalStepDecided: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "approval.step_decided";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Approval"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalDecided: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "approval.decided";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Approval"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalHeld: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "approval.held";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Approval"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCommentCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "comment.created";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Comment"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccountConnected: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "account.connected";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Account"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccountReconnectRequired: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "account.reconnect_required";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Account"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleFull: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "schedule.full";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Account"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt and replay. Store those that you have handled */
                "webhook-id": string;
                /** @description Unix seconds of the attempt */
                "webhook-timestamp": string;
                /** @description v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: components["schemas"]["Webhook"];
                    /** @description Your organization */
                    organizationId: string;
                    accountId: string | null;
                    /** @description Id of the event, as in webhook-id */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Ends the webhook for good. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 429 is obeyed. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again later. Retry-After of 503 is obeyed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

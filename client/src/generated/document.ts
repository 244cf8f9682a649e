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
         * @description Every account that the key can see, in the order in which they were connected, disconnected ones too.
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
         * @description What is left out stays as it is. Posts that are queued already follow them too.
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
         * List an account's boards
         * @description Served from a cache that is refreshed in the background when it is older than ten minutes; boards made or changed here are in it at once.
         */
        get: operations["listBoards"];
        put?: never;
        /**
         * Create a board
         * @description Free. A 504 platform_timeout: it may have taken effect or not. Sent again with the same name within a day, it gives the board that it had made and makes no second one.
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
         * Rename or describe a board
         * @description Free. A board of somebody else's is a 403; privacy cannot be changed. A 504 platform_timeout: it may have taken effect or not. It can be sent again as it is.
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
         * @description Read from the platform, in its order. Empty when there are none. A 504 platform_timeout: it didn't answer in time.
         */
        get: operations["listBoardSections"];
        put?: never;
        /**
         * Create a section
         * @description Free. A board of somebody else's is a 403. A 504 platform_timeout: it may have taken effect or not. Sent again within a day, it gives the section that was made.
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
         * @description Free. Its pins return to the board root, drafts and queued posts too. A board of somebody else's is a 403. A 504 platform_timeout: it may have taken effect or not. It can be sent again as it is.
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
         * @description In the order in which they were made, each with its boards.
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
         * @description With its boards, by their order.
         */
        get: operations["getBoardList"];
        /**
         * Replace a board list
         * @description The whole of it: boards that are left out are in it no more.
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
         * @description Reads the board's pins from the platform, those added elsewhere too; of a large board the first 500 (truncated). Costs one credit each time it is scored, or a trial pin without publishing access; free on legacy and Shopify plans. Asking again is charged again; where the client is gone before it is charged, nothing is. Absent: no pin can be read, or the keyword has no word; nothing is charged. 402: no credit is left, and nothing was read; or another request took the last one meanwhile, and nothing is shown. 403 platform_board_forbidden: the platform does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again. No error is charged.
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
         * @description Public pins from across the platform that fit a keyword, for a board: without the pins it holds (the same pin, the one a pin was saved from, the same picture, the same destination with the same title), those this account published, promoted ones as far as the platform says so, and whatever is below fair. The platform's search is asked for up to 250 candidates, and all of them are scored. Free. An organization may search 30 different keywords within an hour; one searched within the last 15 minutes is served from what was found, for all accounts and boards, and is not counted. Nor is a search that failed; one that was answered is, also where the request itself ends in an error of its board or in a timeout. 429 recommended_pins_rate_limited: too many different keywords, Retry-After says when the next may be searched. 403 platform_board_forbidden: the platform does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 502 recommended_pins_search_failed: the platform's search did not answer, did not take the keyword, refused the account, or is not open to this service. 503 platform_rate_limited: the platform limits our requests, try again after Retry-After. 504 platform_timeout: the board could not be read in time; recommended_pins_board_too_large: it has more than 5000 pins; recommended_pins_timeout: the operation as a whole took longer than 10 seconds. After none of these anything was changed.
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
         * @description Keywords with their growth, the searches of each week of a year, and, where they have a clear season, their next peak and when to begin with pins for it. Pinterest is asked once a day for each region, type and interest, whoever asks; where it gives no answer, the newest earlier one of the last five weeks serves, and `asOf` says so. Free. 403 platform_trends_forbidden, 422, 503 and 504: there is no earlier answer.
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
         * @description The account's tokens are forgotten at once. Attempts that are open end; queued pins wait, a day each from its time, and go on when the account is connected again by POST /v1/connect-links. Pinterest has no call that ends its permission: the holder does that in the settings of the account there.
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
         * @description Attempts that are open end. Pins that fall due wait, or fail at their time. The body may be left out.
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
         * @description What waited goes out, pins more than 10 minutes late one a minute.
         */
        post: operations["resumePublishing"];
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
         * Read what an account may still schedule, and what it spent
         * @description Credits, trial pins and the limit of the plan, and the last 50 entries of the ledger.
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
         * @description Queued ones soonest first, drafts and sent ones newest first, uploading ones oldest first.
         */
        get: operations["listPosts"];
        put?: never;
        /**
         * Create a post
         * @description Without sendAt and useNextOpenSlot it is saved as a draft; with one of them it is scheduled at once, which takes a charge. With intervalBoards there is one post a board and one charge each, all or none. With a key that may not schedule, on an account with approvals: 202, the post is a draft, and `approval` is the request.
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
         * @description Whatever its status. `state` says what is so at this moment, and why.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Delete a draft or queued post
         * @description A queued one gets its charge back, but for a trial pin and a charge of an earlier period.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        /**
         * Edit the copy of a draft or queued post
         * @description What is left out stays; at least one field is required. Costs nothing and moves nothing in time. 409 when the post is being published or was, or changed its status meanwhile: nothing is saved.
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
         * @description In one transaction, charges included, and undone as one. Each is judged as a post that is created alone; a time of its own wins over `mode`. By onError stop one that is refused refuses all with 400, and `error.rows` says which and why; by skip the others are written. With preview: 200, what would happen to each, and nothing is written. 202: some of them wait for an approval.
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
         * @description As it is now, for 90 days: a post that was deleted since is left out of its result.
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
         * @description Within ten minutes, and where none of its posts was changed since: what it wrote is deleted, charges come back, requests are withdrawn.
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
         * @description All posts of a status, in the order of the list, streamed. Publish date is in the account’s time zone, Publish at is the same in UTC. An import finds the columns by their names. Cells that a spreadsheet would compute have an apostrophe before them.
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
         * @description The boards of the listing. Their ids have b_ before them, which keeps spreadsheets from rounding them; every field of /v1 that takes a board id takes it with b_, too.
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
         * @description Each line becomes a new post; those that a file of ours came from stay as they are. Columns are found by their names, lines that are wrong are left out with why, and the others are written in the background, a hundred at a time: read the import until its status is success or failed. Three imports of an account may wait. With preview: 200, what would happen, media aside, and nothing is written.
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
         * @description How far it is, and which lines were refused. For 90 days after its last line.
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
         * Make drafts of a page
         * @description The page is read in the background, and one to five drafts are made of what it says: title, description, alt text, picture, link and board. Nothing is invented, nothing is scheduled, nothing is charged. Read the generation until its status is success or failed.
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
         * @description How far it is, and which drafts it made. For 90 days after its end.
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
         * @description As long as it is queued; then it has failed with failureCode cancelled. Once the page is being read, 409.
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
         * @description All of the account, oldest first, paused ones too.
         */
        get: operations["listFeeds"];
        put?: never;
        /**
         * Add a feed
         * @description The feed is looked at at once, then every hour. At the first look its newest entries become drafts, as many as a day; what was there before is known. A sitemap drafts only what is new from then on. Nothing is scheduled, nothing is charged. At most 20 an account.
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
         * @description With its latest entries, and what became of each.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        /**
         * Delete a feed
         * @description Its drafts stay; entries that wait for their day are dropped. What was drafted once is not drafted again by a feed that is added later.
         */
        delete: operations["deleteFeed"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a feed
         * @description Counts for drafts that are made from now on. For another address add another feed.
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
         * Look at a feed now
         * @description Within seconds, in place of waiting for its hour. Once a minute at most.
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
         * @description The media fields of create, in the place of all that the post has: an image, a video or a carousel. Costs nothing and moves nothing in time. 400 productTagPinIds for a carousel while the post has product tags. 409 when the post is being published or was, also where that began while the media were fetched: nothing is saved.
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
         * Crop the picture of a draft or queued post, or put it on a card
         * @description crop: the part of two to three that draws the eye, never enlarged. card: the whole picture on 1000 × 1500 pixels of its own color, with the title below it. original: as it was given, whatever was made of it since. Of a carousel each picture. Costs nothing and moves nothing in time. 400 fit for a video, a saved pin, and a title in letters that the card cannot show.
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
         * @description A draft takes a charge, a reschedule none. The post must have a title, a description, a url and a board. Exactly one of sendAt, useNextOpenSlot, moveToSlot and publishNow says when. moveToSlot earlier changes nothing where no earlier slot is open, and publishNow nothing where the post is due already. 409 slot_not_open with requireOpenSlot; with publishNow 409 publishing_paused, 409 outcome_unknown and 422 platform_reconnect_required. With a key that may not schedule, on an account with approvals: 202, the post stays a draft, and `approval` is the request.
         */
        post: operations["schedulePost"];
        /**
         * Take a queued post off the schedule
         * @description It is a draft again with everything but its time, and gets its charge back, but for a trial pin and a charge of an earlier period. A draft stays as it is.
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
         * @description Reschedules, unschedules, deletes or edits up to 500 posts, by their ids or by a filter. What can be done is done, in one transaction; each of the others has its error. With preview nothing is written, and the answer is what it would be. All of it is one change: undoChange takes it back as a whole.
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
         * @description Takes all of it back, within ten minutes and while nothing else has changed one of the posts: deleted posts come back, boards, urls and times are as they were. Charges that were refunded are taken again, and the other way round. All or nothing; but deleted posts come back in any case, those whose time has passed or whose charge is denied as drafts.
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
         * @description Each takes the time of the other, and a slot there. Free, both or none. 409 post_not_schedulable when one of them is not queued; 400 when a time has passed, or both are the same. Swapped twice, both are back: say what you saw where others may ask for the same.
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
         * @description By days, or so that the next of them goes out at sendAt and the others as far after it as now, by the clocks of the account. All of them or none; what is published, being published or a draft stays. Free.
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
         * @description Copies media, words, board and product tags of a post in whatever state; no time, no series and no failure. Free. A section that is gone is left out.
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
         * Say whether a pin of unknown outcome was published
         * @description Of a draft that failed as outcome_unknown, and of a post that is being published while its outcome is looked for; of any other one 409 outcome_known. Published: the post is sent with that pin, which must be one of this account and of no other post; where Pinterest does not let us read it, your word counts. Not published: a draft loses its failure; a post that is being published goes out again, or fails as missed when its 24 hours are over.
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
         * @description Its link, its pictures, its board and its account, as they are now. Of a post that is being published or was, nothing is said. Each draft and queued post is checked by itself too: when it is written, and a day before its time.
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
    "/v1/accounts/{accountId}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approval requests
         * @description The newest first.
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
         * @description Whatever became of it; also of a post that is deleted by now.
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
         * @description By the personal key of somebody who may schedule on the account and did not make the request. Approved, the post is scheduled as requested and takes its charge; otherwise it stays a draft, and its author is told.
         */
        post: operations["decideApproval"];
        delete?: never;
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
         * Ask for a place to upload to
         * @description PUT the bytes to uploadUrl with exactly contentType as Content-Type, then create a post with the uploadId.
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
         * @description By weekday and time, in the zone of each.
         */
        get: operations["listTimeslots"];
        put?: never;
        /**
         * Add a timeslot
         * @description It is manual. The same twice makes two; an account has at most 2,000.
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
         * @description Replaces every timeslot by auto-created ones at the account's best times. Pins keep their times; those whose times match a timeslot of the new week are on it. Use preview to see what would come and go.
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
         * @description Times worth a timeslot, best first, no closer than an hour to each other and to the timeslots there are while there is room.
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
         * @description Of the whole account, by day and summed up. Give both dates, or neither for today and the 29 days before (UTC); one alone is a 400. Kept for 15 minutes for the same account and question. 403 platform_analytics_forbidden: the platform gives analytics to business accounts alone, asking again does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.
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
         * Read an account's kept days
         * @description Days as they were last told, also those that the platform tells no more; days that were never read are not there. Asks no platform. Give both dates, or neither for today and the 29 days before (UTC); one alone is a 400.
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
         * Read an account's best pins
         * @description The ten best by one metric, as the platform ranks them. Give both dates, or neither for today and the 29 days before (UTC); one alone is a 400. Kept for 15 minutes for the same account and question. 403 platform_analytics_forbidden: the platform gives analytics to business accounts alone, asking again does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.
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
         * @description Of a pin of the account's own, also one that was not published from here; any other is a 404. Give both dates, or neither for today and the 29 days before (UTC); one alone is a 400. Kept for 15 minutes for the same account and question. 403 platform_analytics_forbidden: the platform gives analytics to business accounts alone, asking again does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.
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
         * @description The DEFAULT rule, if there is one, and those for one url.
         */
        get: operations["listSpacingRules"];
        /**
         * Make or change a spacing rule
         * @description Moves no pin: useNextOpenSlot alone is spaced. Urls that differ in scheme, host case, default port, trailing slashes or fragment only are the same.
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
         * @description Of the account, if it has any, and of its boards.
         */
        get: operations["listUtmRules"];
        /**
         * Set UTM parameters
         * @description Added to the link of a pin when it goes out; `url` of the post stays as it is. A link that has utm_ parameters keeps its own. What a board leaves out is the account’s.
         */
        put: operations["putUtmRule"];
        post?: never;
        /**
         * Remove UTM parameters
         * @description Of the account, or of one board. The answer is what they were.
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
         * @description Null: there is none.
         */
        get: operations["getCalendarLink"];
        put?: never;
        /**
         * Make a calendar link
         * @description A secret address under which calendar programs read the schedule. The one before ends at once.
         */
        post: operations["createCalendarLink"];
        /**
         * End the calendar link
         * @description Also a success when there is none.
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
         * Make a link that connects an account
         * @description For the holder of the account, and for 15 minutes. Whoever opens it connects an account to the organization: it is a secret.
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
         * Read what this key may do
         * @description Whose key it is, its role, and every account that it can see. A good first request: it costs nothing.
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
         * @description Oldest first, expired and revoked ones too. Who is no admin of the organization sees the personal keys of their own.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key of the organization
         * @description By keys and people who are admins of the organization, 200 in a UTC day. The secret is in this answer alone. People make personal keys in Slack.
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
         * @description It stops working at once. Admins of the organization revoke any, others the personal keys of their own.
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
         * @description Oldest first, ended ones too. For keys and people who are admins of the organization, as all that follows.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Events are sent as signed POSTs from now on. The secret that verifies them is in this answer alone. At most 20 an organization.
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
         * @description With its deliveries. What waits is not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a webhook
         * @description What happens while it is paused waits, and is sent in order when it is resumed. A webhook that ended with 410 is 409 webhook_ended.
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
         * @description For 24 hours the secret before signs beside the new one, which is in this answer alone.
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
         * @description The newest first, for 30 days.
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
         * @description With the same event id and a new signature. One that still waits is 409 delivery_waiting.
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
         * Send the events of a span again
         * @description All that happened from `from` to `to` and was sent here before, each once and in order; at most 10000 at once.
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
         * @description webhook.test, signed and delivered as any other. Read the deliveries to see how it was answered. Paused is 409 webhook_paused.
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
         * Report that a call answered wrongly
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
         * Ask for what the service cannot do
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Of the answer itself */
        Meta: {
            /** @description Unique per request, also in the X-Request-Id header */
            requestId: string;
        };
        /** @description Why one post of a batch was refused */
        RowError: {
            /** @description Of the post in the request, from 0 */
            index: number;
            /**
             * @description What kind of error it is; others may follow
             * @enum {string}
             */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /**
             * @description What to do about it, where the code alone does not say; others may follow
             * @enum {string}
             */
            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "slot_not_open" | "undo_expired" | "generation_started" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_outdated" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
            /** @description Its input field at fault, where there is one */
            field?: string;
            /** @description For people: the fix where there is one */
            message: string;
        };
        /** @description Why a request was refused */
        Error: {
            /**
             * @description What kind of error it is; others may follow
             * @enum {string}
             */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /**
             * @description For people: the fix where there is one
             * @example sendAt must be in the future.
             */
            message: string;
            /**
             * @description What to do about it, where the code alone does not say; others may follow
             * @enum {string}
             */
            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "slot_not_open" | "undo_expired" | "generation_started" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_outdated" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
            /** @description The input field at fault, where there is one */
            field?: string;
            /** @description Only of a batch that is refused as a whole: the posts that are wrong, in their order */
            rows?: components["schemas"]["RowError"][];
            /**
             * Format: uri
             * @description Where a PAYMENT_REQUIRED denial can be resolved
             */
            resolve_url?: string;
        };
        /** @description A connected Pinterest account */
        Account: {
            /** @description Ours: the accountId of every path */
            id: string;
            /** @description Pinterest’s id of the user */
            userId: string;
            /** @description At Pinterest */
            username: string;
            /** @description At Pinterest */
            displayName: string;
            /** @description Its picture at Pinterest */
            avatarUrl: string | null;
            /**
             * @description IANA name
             * @example America/New_York
             */
            timezone: string | null;
            /** @description A business account: it has analytics and product tags */
            isBusiness: boolean;
            /**
             * @description unauthorized: its holder has to connect it again; nothing goes out meanwhile
             * @enum {string}
             */
            tokenStatus: "authorized" | "unauthorized";
            /** @description Whether tokenStatus is authorized */
            tokenAuthorized: boolean;
            /** @description Host of the website in its Pinterest profile */
            domain: string | null;
            /** @description Whether Pinterest knows the website as its own */
            isDomainVerified: boolean;
            /**
             * @description paused: nothing goes out
             * @enum {string}
             */
            publishing: "active" | "paused";
            /**
             * @description What becomes of pins that fall due while it is paused
             * @enum {string}
             */
            whilePaused: "wait" | "fail";
            /** @description Why it is paused without an admin having paused it; its pins wait then, whatever `whilePaused` says */
            pausedBecause: ("app_removed" | "restored") | null;
            /** @description Whether a post whose link is dead at its time becomes a draft (`link_dead`) in place of going out */
            holdDeadLinks: boolean;
            /** @description Whose searches it is interested in; null: those of the region of its time zone */
            trendRegion: ("US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ") | null;
            /**
             * @description What it is interested in of them, up to five; none: anything
             * @example [
             *       "home_decor"
             *     ]
             */
            trendInterests: ("animals" | "architecture" | "art" | "beauty" | "childrens_fashion" | "design" | "diy_and_crafts" | "education" | "electronics" | "entertainment" | "event_planning" | "finance" | "food_and_drinks" | "gardening" | "health" | "home_decor" | "mens_fashion" | "parenting" | "quotes" | "sport" | "travel" | "vehicles" | "wedding" | "womens_fashion")[];
            /**
             * @description When it was connected first, Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /**
         * @description By name: impression, save, saveRate, pinClick, outboundClick, engagement, engagementRate and others. Rates are fractions. null: not computed yet, it may arrive. Absent: the platform does not report it, it will not arrive.
         * @example {
         *       "impression": 516,
         *       "save": 12,
         *       "saveRate": 0.023
         *     }
         */
        Metrics: {
            [key: string]: number | null;
        };
        /** @description The numbers of one day */
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
        /** @description Of a pin that cannot be read (it is somebody else’s, or gone) there are pinId, pinUrl and metrics alone */
        TopPin: {
            /** @description Pinterest’s id, not that of a post */
            pinId: string;
            /** @description The pin's own page */
            pinUrl: string;
            /** @description Absent when it has none */
            title?: string;
            /** @description Absent when it has none */
            description?: string;
            /** @description Where it leads; absent when it leads nowhere */
            destinationUrl?: string;
            /** @description Its picture at Pinterest */
            imageUrl?: string;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-01-05T08:00:00.000Z
             */
            createdAt?: string;
            metrics: components["schemas"]["Metrics"];
        };
        /** @description A request of somebody who may not schedule, which a person decides */
        Approval: {
            /** @description Id of the request */
            id: string;
            /** @description Id of the draft that is asked for */
            postId: string;
            /** @description The batch that asked for several at once; null: asked for alone */
            batchId: string | null;
            /**
             * @description expired: the requested time has passed undecided; withdrawn: the post is gone, or its author did something else with it; pending again: the scheduling that decided it was undone
             * @enum {string}
             */
            state: "pending" | "approved" | "changes_requested" | "rejected" | "expired" | "withdrawn";
            /** @description The requested time; null: the next open slot */
            sendAt: number | null;
            /** @description key:… of an API key, T…:U… of a person in Slack */
            requestedBy: string;
            /** @description The key of the program that asked, and its User-Agent; null: asked in Slack */
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
            /** @description Afterwards it has expired; null: it does not expire */
            decideBy: number | null;
            /** @description Who decided, as requestedBy; null: nobody yet */
            decidedBy: string | null;
            /** @description When, Unix seconds */
            decidedAt: number | null;
            /** @description What has to change, or why not */
            reason: string | null;
            /** @description Of the post, as it is requested */
            postVersion: number;
            /** @description What was edited since the request, while it is undecided: the values when it was made and now. Of media they are the kind alone: image, video or carousel of n */
            changes: {
                /**
                 * @description What was edited
                 * @enum {string}
                 */
                field: "title" | "description" | "url" | "altText" | "media" | "boardId" | "boardSectionId" | "productTagPinIds";
                /** @description When the request was made; null: it was not set */
                before: string | null;
                /** @description Now; null: it is not set */
                after: string | null;
            }[];
            /** @description Whose turn it is, of `steps` */
            step: number;
            /** @description How many people decide, one after the other */
            steps: number;
        };
        /** @description Why this time; only with useNextOpenSlot */
        Placement: {
            /** @description Occurrences before the one that was given, the first 10 at most, earliest first */
            passedOver: {
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                sendAt: number;
                /** @description Whose occurrence it is */
                timeslotId: string;
                /**
                 * @description taken: another post holds it; spacing: a post with the same url stands too near
                 * @enum {string}
                 */
                reason: "taken" | "spacing";
                /** @description The post that holds it, or that stands too near */
                postId?: string;
            }[];
            /** @description Whether further ones were passed over */
            isMore: boolean;
            /** @description Of the spacing rule that held for the url, where there is one */
            spacingDays?: number;
        };
        /** @description The real state of the post and why, as it was at this answer */
        PostState: {
            /**
             * @description What is so now: finer than status. awaiting_approval, approval_expired and failed are drafts; waiting is queued and held up; unconfirmed is sent without an answer
             * @enum {string}
             */
            name: "draft" | "failed" | "awaiting_approval" | "approval_expired" | "scheduled" | "waiting" | "publishing" | "unconfirmed" | "published";
            /** @description Why it waits; of a published post, why it was late */
            cause: ("paused" | "disconnected" | "video" | "rate_limit" | "unavailable" | "app_refused" | "unconfirmed" | "board_busy" | "catching_up" | "in_line" | "missed") | null;
            /** @description Ten minutes or more behind sendAt; of a published post: it was */
            isLate: boolean;
            /** @description Since when it is so */
            since: number | null;
            /** @description When it ends by itself: at its time, or as a draft a day after it */
            until: number | null;
            /** @description When Pinterest is asked next */
            nextAttemptAt: number | null;
        };
        /** @description One pin: a draft, or on its way to a board */
        Post: {
            /** @description Ours: the postId of every path */
            id: string;
            /**
             * @description draft: without a time; queued: it waits for its time; uploading: it is being published; sent: it is on Pinterest
             * @enum {string}
             */
            status: "draft" | "queued" | "sent" | "uploading";
            /**
             * Format: uri
             * @description The picture or video; the cover of a carousel; null on a saved pin
             */
            mediaUrl: string | null;
            /** @description What mediaUrl is; a carousel is of images; null on a saved pin */
            mediaType: ("image" | "video") | null;
            /** @description Only on a post that saves a pin to the board in place of making one; title is that of the original, where a search of the last hour had shown it */
            savedPin?: {
                /** @description The original, somebody’s public pin */
                pinId: string;
                /**
                 * Format: uri
                 * @description Where its picture was when a search found it; null: not known. Not kept by us
                 */
                pictureUrl: string | null;
            };
            /** @description Further images of a carousel, in order after the cover; absent on a single one */
            carouselItems?: {
                /**
                 * Format: uri
                 * @description The image
                 */
                url: string;
            }[];
            /**
             * @description Only where the picture was made of the one that was given, which is kept: cropped to two to three, or put on a card
             * @enum {string}
             */
            pictureFit?: "crop" | "card";
            /** @description Null while not set */
            title: string | null;
            /** @description Null while not set */
            description: string | null;
            /** @description Destination */
            url: string | null;
            /** @description Null while not set */
            boardId: string | null;
            /** @description Null also while the board is not in the listing */
            boardName: string | null;
            /** @description Null: the board root */
            boardSectionId: string | null;
            /** @description For those who cannot see the media */
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
            /** @description Null until the pin is on the platform */
            pinId: string | null;
            /** @description A simplified pin rather than a standard one */
            isSimplifiedPin: boolean;
            /** @description Pins of the product catalog */
            productTagPinIds: string[];
            /**
             * @description Only on a sent post that has product tags, which follow the live pin: pending until they are on it; failed when the platform refused them, or they could not be added within a day
             * @enum {string}
             */
            productTagsStatus?: "pending" | "added" | "failed";
            /** @description Shared by the posts that one intervalBoards made; null: it stands alone */
            intervalGroupId: string | null;
            /** @description Only on a post that was made of a page: the generation that made it */
            generationId?: string;
            /** @description Only on an evergreen pin: the published post that it repeats */
            sourcePostId?: string;
            /** @description Only on a draft whose last publishing failed */
            failure?: {
                /**
                 * @description Why; others may follow
                 * @enum {string}
                 */
                reason: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "paused" | "missed" | "outcome_unknown";
                /** @description For people */
                message: string;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                failedAt: number;
                /** @description The time that it missed, Unix seconds */
                sendAt: number | null;
            };
            /** @description What the last check of a draft or queued post found: codes of GET …/preflight, which says each in full. Absent: nothing, or it is not checked yet. Others may follow */
            warnings?: ("link_unreachable" | "link_status" | "link_redirects" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "text_cut")[];
            state: components["schemas"]["PostState"];
        };
        /** @description What is worth knowing about a time */
        Warning: {
            /**
             * @description same_minute: another post goes out in the same minute; same_link: one with the same url stands nearer than its spacing rule asks for; far_ahead: the time is more than a year from now; account_disconnected, account_paused: nothing goes out as long as it is so. Others may follow
             * @enum {string}
             */
            code: "same_minute" | "same_link" | "far_ahead" | "account_disconnected" | "account_paused";
            /** @description The input that it is about; absent: the account */
            field?: string;
            /** @description For people */
            message: string;
            /** @description Of same_minute and same_link: the nearest other post */
            postId?: string;
            /** @description Of a series over several boards: the post of it that this is about */
            forPostId?: string;
        };
        /** @description A post of a batch; of a preview it has no id and no address of its media */
        BatchPost: {
            /** @description Ours: the postId of every path */
            id?: string;
            /**
             * @description draft: without a time; queued: it waits for its time; uploading: it is being published; sent: it is on Pinterest
             * @enum {string}
             */
            status: "draft" | "queued" | "sent" | "uploading";
            /**
             * Format: uri
             * @description The picture or video; the cover of a carousel; null on a saved pin
             */
            mediaUrl?: string | null;
            /** @description What mediaUrl is; a carousel is of images; null on a saved pin */
            mediaType: ("image" | "video") | null;
            /** @description Only on a post that saves a pin to the board in place of making one; title is that of the original, where a search of the last hour had shown it */
            savedPin?: {
                /** @description The original, somebody’s public pin */
                pinId: string;
                /**
                 * Format: uri
                 * @description Where its picture was when a search found it; null: not known. Not kept by us
                 */
                pictureUrl: string | null;
            };
            /** @description Further images of a carousel, in order after the cover; absent on a single one */
            carouselItems?: {
                /**
                 * Format: uri
                 * @description The image
                 */
                url: string;
            }[];
            /**
             * @description Only where the picture was made of the one that was given, which is kept: cropped to two to three, or put on a card
             * @enum {string}
             */
            pictureFit?: "crop" | "card";
            /** @description Null while not set */
            title: string | null;
            /** @description Null while not set */
            description: string | null;
            /** @description Destination */
            url: string | null;
            /** @description Null while not set */
            boardId: string | null;
            /** @description Null also while the board is not in the listing */
            boardName: string | null;
            /** @description Null: the board root */
            boardSectionId: string | null;
            /** @description For those who cannot see the media */
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
            /** @description Null until the pin is on the platform */
            pinId: string | null;
            /** @description A simplified pin rather than a standard one */
            isSimplifiedPin: boolean;
            /** @description Pins of the product catalog */
            productTagPinIds: string[];
            /**
             * @description Only on a sent post that has product tags, which follow the live pin: pending until they are on it; failed when the platform refused them, or they could not be added within a day
             * @enum {string}
             */
            productTagsStatus?: "pending" | "added" | "failed";
            /** @description Shared by the posts that one intervalBoards made; null: it stands alone */
            intervalGroupId: string | null;
            /** @description Only on a post that was made of a page: the generation that made it */
            generationId?: string;
            /** @description Only on an evergreen pin: the published post that it repeats */
            sourcePostId?: string;
            /** @description Only on a draft whose last publishing failed */
            failure?: {
                /**
                 * @description Why; others may follow
                 * @enum {string}
                 */
                reason: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "paused" | "missed" | "outcome_unknown";
                /** @description For people */
                message: string;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                failedAt: number;
                /** @description The time that it missed, Unix seconds */
                sendAt: number | null;
            };
            /** @description What the last check of a draft or queued post found: codes of GET …/preflight, which says each in full. Absent: nothing, or it is not checked yet. Others may follow */
            warnings?: ("link_unreachable" | "link_status" | "link_redirects" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "text_cut")[];
            state: components["schemas"]["PostState"];
        };
        /** @description Why a post of a batch was refused */
        BatchError: {
            /**
             * @description What kind of error it is; others may follow
             * @enum {string}
             */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /**
             * @description What to do about it, where the code alone does not say; others may follow
             * @enum {string}
             */
            reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "slot_not_open" | "undo_expired" | "generation_started" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_outdated" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
            /** @description Its input field at fault, where there is one */
            field?: string;
            /** @description For people: the fix where there is one */
            message: string;
        };
        /** @description What became of one post of the request */
        BatchResult: {
            /** @description Of the post in the request, from 0 */
            index: number;
            /** @description Absent: it was refused, or deleted since */
            post?: components["schemas"]["BatchPost"];
            placement?: components["schemas"]["Placement"];
            /** @description What is worth knowing about its time */
            warnings: components["schemas"]["Warning"][];
            /** @description What its time costs; absent on a draft */
            charge?: {
                /**
                 * @description What pays for it; others may follow
                 * @enum {string}
                 */
                unit: "allowance" | "credit" | "trial" | "plan_post" | "free";
                /** @description How many of them; 0: it is free */
                amount: number;
            };
            /** @description The request that waits for a person */
            approval?: components["schemas"]["Approval"];
            error?: components["schemas"]["BatchError"];
        };
        /** @description Posts that were written in one request */
        Batch: {
            /** @description Null: a preview */
            id: string | null;
            /** @description Whose posts these are */
            accountId: string;
            /**
             * @description As it was requested
             * @enum {string}
             */
            mode: "draft" | "schedule" | "approval";
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Of the results */
            counts: {
                /** @description Posts that were written, or would be */
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
             * @description Who made it: a rebuild, a suggestion that was taken, or somebody by hand
             * @enum {string}
             */
            type: "auto-created" | "recommended" | "manual";
            /** @description Id of the schedule of the account */
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
             * @description repeat: a published pin goes out again, by evergreen
             * @enum {string}
             */
            kind: "open" | "pin" | "repeat";
            /**
             * @description open: nothing stands there; else by the status of its post
             * @enum {string}
             */
            state: "open" | "scheduled" | "publishing" | "published";
            /** @description Absent off-slot and on evergreen posts */
            timeslotId?: string;
            /** @description What stands there; absent when open, and of a repeat that is not made yet */
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
        /** @description A timeslot that a rebuild makes */
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
             * @description Made by a rebuild
             * @constant
             */
            type: "auto-created";
        };
        /** @description What a rebuild did, or would do */
        Rebuild: {
            /** @description true: nothing was written */
            preview: boolean;
            /**
             * @description Where the times come from: the account's own results, or a curve for all while these are too few
             * @enum {string}
             */
            basis: "results" | "default";
            /** @description IANA name */
            timezone: string;
            /** @description As it was asked for */
            pinsPerDay: number;
            /** @description New ones */
            added: components["schemas"]["AddedTimeslot"][];
            /** @description As they were */
            removed: components["schemas"]["Timeslot"][];
            /** @description The same day, time and timezone: auto-created now, their pins still on them */
            kept: components["schemas"]["Timeslot"][];
            /** @description Coming pins that were on none of the slots kept */
            pins: {
                /** @description On a slot of the new week, at the time they had */
                reattached: number;
                /** @description On no slot, at the time they had */
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
            /** @description 0 to 1: only to compare times with each other */
            score: number;
        };
        /** @description Boards under a name, in an order of your own */
        BoardList: {
            /** @description A number, the one id that is none of text */
            id: number;
            /** @description What people see it by */
            name: string;
            /** @description Id of its account */
            accountId: string;
            /** @description By their order */
            boards: {
                /** @description Id of the board */
                id: string;
                /** @description Its place */
                order: number;
            }[];
        };
        /** @description A board as a write answers it */
        Board: {
            /** @description Pinterest’s id of the board */
            id: string;
            /** @description As it is at Pinterest */
            name: string;
            /** @description Null when the board has none */
            description: string | null;
            /**
             * @description public, protected or secret
             * @example public
             */
            privacy: string;
            /** @description As it was when the board was read */
            pinCount: number;
        };
        /** @description A board of the listing */
        ListedBoard: {
            /** @description Pinterest’s id of the board */
            id: string;
            /** @description As it is at Pinterest */
            name: string;
            /** @description Null when the board has none */
            description: string | null;
            /**
             * @description public, protected or secret
             * @example public
             */
            privacy: string;
            /** @description As it was when the board was read */
            pinCount: number;
            /** @description As it was when the board was read */
            followerCount: number;
            /** @description Somebody else's board, on which the account collaborates */
            isCollaborator: boolean;
            /** @description Whether privacy is secret */
            isSecret: boolean;
            /** @description When its pins changed last, Unix seconds */
            pinsModifiedAt: number | null;
        };
        /** @description A section of a board */
        BoardSection: {
            /** @description Pinterest’s id of the section */
            id: string;
            /** @description As it is at Pinterest */
            name: string;
        };
        /** @description A secret address under which calendar programs read the schedule */
        CalendarLink: {
            /**
             * Format: uri
             * @description iCalendar; whoever has it can read the schedule
             */
            url: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /** @description A page that a feed brought */
        FeedEntry: {
            /** @description The page */
            url: string;
            /** @description As the feed says it; null: it does not */
            title: string | null;
            /**
             * @description waiting: for its day; making: its page is being read; drafted: there is a draft; failed: there is none
             * @enum {string}
             */
            state: "waiting" | "making" | "drafted" | "failed";
            /** @description Why there is none, as of a generation. Others may follow */
            failureCode: ("unreachable" | "not_html" | "too_large" | "unreadable" | "blocked_by_robots" | "nopin" | "no_picture" | "no_content" | "private_address" | "timeout" | "cancelled" | "internal_error") | null;
            /** @description The generation that made its draft; null: none was begun */
            generationId: string | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            foundAt: number;
        };
        /** @description Why the last look found nothing */
        FeedError: {
            /**
             * @description Others may follow
             * @enum {string}
             */
            code: "unreachable" | "http_status" | "private_address" | "blocked_by_robots" | "timeout" | "not_a_feed" | "wrong_kind" | "too_large" | "entities" | "charset" | "cut_off" | "unreadable" | "board_gone" | "internal_error";
            /** @description The same for people: what happened, and what to do */
            message: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            at: number;
        };
        /** @description A website’s feed, whose new entries become drafts */
        Feed: {
            /** @description Id of the feed */
            id: string;
            /** @description Whose drafts these become */
            accountId: string;
            /** @description As it was requested */
            url: string;
            /** @description As it turned out to be; null: it was not read yet */
            kind: ("rss" | "atom" | "sitemap" | "products") | null;
            /** @description As the feed calls itself; null: it does not, or was not read yet */
            title: string | null;
            /** @description Drafts a day at most */
            perDay: number;
            /** @description Of its drafts; null: each gets the public board that it fits best */
            boardId: string | null;
            /**
             * @description paused: nobody looks at it
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description null: nothing is wrong */
            lastError: components["schemas"]["FeedError"] | null;
            /** @description Unix seconds of the last look that was good; null: there was none */
            lookedAt: number | null;
            /** @description Unix seconds; null: it is paused */
            nextLookAt: number | null;
            /** @description Entries that wait for their day, or are in work */
            waiting: number;
            /** @description Drafts of it that are still drafts */
            drafts: number;
            /** @description Entries of which a draft was made, whatever became of it */
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
            /** @description Whose drafts these become */
            accountId: string;
            /** @description As it was requested */
            url: string;
            /** @description As it turned out to be; null: it was not read yet */
            kind: ("rss" | "atom" | "sitemap" | "products") | null;
            /** @description As the feed calls itself; null: it does not, or was not read yet */
            title: string | null;
            /** @description Drafts a day at most */
            perDay: number;
            /** @description Of its drafts; null: each gets the public board that it fits best */
            boardId: string | null;
            /**
             * @description paused: nobody looks at it
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description null: nothing is wrong */
            lastError: components["schemas"]["FeedError"] | null;
            /** @description Unix seconds of the last look that was good; null: there was none */
            lookedAt: number | null;
            /** @description Unix seconds; null: it is paused */
            nextLookAt: number | null;
            /** @description Entries that wait for their day, or are in work */
            waiting: number;
            /** @description Drafts of it that are still drafts */
            drafts: number;
            /** @description Entries of which a draft was made, whatever became of it */
            drafted: number;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description The latest twenty, newest first */
            entries: components["schemas"]["FeedEntry"][];
        };
        /** @description What somebody should look at before a draft goes out */
        GenerationWarning: {
            /**
             * @description What to look at. Others may follow
             * @enum {string}
             */
            code: "picture_ratio" | "picture_small" | "picture_size_unknown" | "picture_repeated" | "picture_cropped" | "picture_on_card" | "out_of_stock" | "board_gone" | "fewer_drafts" | "model_not_configured" | "model_budget_used" | "model_unreachable" | "model_answer_unusable";
            /** @description Of which draft; null: of the whole */
            postId: string | null;
            /** @description The same for people */
            message: string;
        };
        /** @description A page of which drafts are made */
        Generation: {
            /** @description Of the generation, as its drafts name it in generationId */
            id: string;
            /** @description Whose drafts these become */
            accountId: string;
            /** @description The page, as it was requested */
            url: string;
            /** @description As it was requested; null: the page’s own is used */
            title: string | null;
            /**
             * @description queued: it waits, and can be cancelled; processing: the page is being read; success: there are drafts; failed: there are none
             * @enum {string}
             */
            status: "queued" | "processing" | "success" | "failed";
            /** @description Why it failed; null: it did not. Others may follow */
            failureCode: ("unreachable" | "not_html" | "too_large" | "unreadable" | "blocked_by_robots" | "nopin" | "no_picture" | "no_content" | "private_address" | "timeout" | "cancelled" | "internal_error") | null;
            /** @description The same for people: what happened, and what to do */
            failureMessage: string | null;
            /** @description True only in the answer to a request for a page that was in work already: this is that work, and nothing new was begun */
            deduplicated: boolean;
            /** @description The drafts that were made, as far as they are still there */
            postIds: string[];
            /** @description Who wrote them: local is Pinslot itself, model a model that its operator has set up; null: nothing is written yet. Others may follow */
            writtenBy: ("local" | "model") | null;
            /** @description What somebody should look at before the drafts go out */
            warnings: components["schemas"]["GenerationWarning"][];
            /** @description Only where a feed brought the page: that feed */
            feedId?: string;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Unix seconds; null: it is not over yet */
            finishedAt: number | null;
        };
        /** @description A line of the file as it was read */
        ImportLine: {
            /** @description Where it begins in the file, from 1 */
            line: number;
            /** @description As it was read */
            title: string | null;
            /** @description As it was read */
            description: string | null;
            /** @description As it was read */
            url: string | null;
            /** @description As it was read */
            altText: string | null;
            /** @description One, or several of a carousel */
            mediaUrls: string[];
            /** @description The board that was found */
            boardId: string | null;
            /** @description The section that was found */
            boardSectionId: string | null;
            /** @description Its own time, Unix seconds; null: the mode decides */
            sendAt: number | null;
        };
        /** @description A column of the file that is read */
        ImportColumn: {
            /** @description In the file */
            name: string;
            /**
             * @description What it is read as
             * @enum {string}
             */
            field: "title" | "description" | "url" | "mediaUrl" | "mediaType" | "board" | "boardId" | "section" | "altText" | "sendAt" | "date" | "time";
        };
        /** @description Why a line was refused */
        ImportError: {
            /** @description Where it begins in the file, from 1; the columns are line 1 */
            line: number;
            /** @description Name of the column; absent: it is of the whole line */
            column?: string;
            /** @description What is wrong, and how to put it right */
            message: string;
        };
        /** @description A file of pins, and what became of its lines */
        Import: {
            /** @description Null: a preview */
            id: string | null;
            /** @description Whose posts these become */
            accountId: string;
            /**
             * @description queued, processing: lines are still to be written; success: it is over, and something was created; failed: nothing was
             * @enum {string}
             */
            status: "queued" | "processing" | "success" | "failed";
            /**
             * @description As it was requested
             * @enum {string}
             */
            mode: "draft" | "schedule" | "approval";
            /** @description Lines with a pin */
            rows: number;
            /** @description Posts that were written until now; of a preview, that would be */
            created: number;
            /** @description Lines that were refused until now */
            failed: number;
            /** @description Columns that are read */
            columns: components["schemas"]["ImportColumn"][];
            /** @description Columns that are not read */
            unknownColumns: string[];
            /** @description What is wrong, by line; the first 1,000 */
            errors: components["schemas"]["ImportError"][];
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Of a preview: the first lines that are in order */
            sample?: components["schemas"]["ImportLine"][];
        };
        /** @description A deleted post that was on the schedule and came back as a draft */
        NotScheduled: {
            /** @description One of posts */
            postId: string;
            /** @description Why: its old time has passed, or its charge was denied */
            error: {
                /**
                 * @description As of a refusal
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
                /**
                 * @description As of a refusal
                 * @enum {string}
                 */
                reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "slot_not_open" | "undo_expired" | "generation_started" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_outdated" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
                /** @description The field of the post at fault, where there is one */
                field?: string;
                /** @description For people */
                message: string;
            };
        };
        /** @description What became of one post of a change of many */
        BulkResult: {
            /** @description In the request, or in the order of the filter, from 0 */
            index: number;
            /** @description Whose result it is */
            postId: string;
            /** @description As it is then; absent on one that is deleted or was not there */
            post?: components["schemas"]["Post"];
            /** @description Why this time, of one that was rescheduled */
            placement?: components["schemas"]["Placement"];
            /** @description What is worth knowing about its time */
            warnings: components["schemas"]["Warning"][];
            /** @description Why it stays as it was */
            error?: {
                /**
                 * @description As of a refusal
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
                /**
                 * @description As of a refusal
                 * @enum {string}
                 */
                reason?: "insufficient_credits" | "trial_exhausted" | "no_access" | "account_not_connected" | "legacy_post_limit_exceeded" | "platform_analytics_forbidden" | "platform_board_forbidden" | "platform_trends_forbidden" | "schedule_locked" | "post_status_changed" | "post_not_editable" | "post_not_schedulable" | "outcome_known" | "not_compared" | "outcome_unknown" | "publishing_paused" | "slot_not_open" | "undo_expired" | "generation_started" | "feed_exists" | "feed_paused" | "approval_decided" | "approval_outdated" | "approval_time_past" | "webhook_ended" | "webhook_paused" | "delivery_waiting" | "upload_already_attached" | "idempotency_in_progress" | "platform_reconnect_required" | "no_open_slot" | "idempotency_key_reused" | "recommended_pins_rate_limited" | "recommended_pins_search_failed" | "platform_rate_limited" | "slot_resolution_timeout" | "media_store_unavailable" | "platform_timeout" | "schedule_timeout" | "recommended_pins_board_too_large" | "recommended_pins_timeout";
                /** @description The field of the post at fault, where there is one */
                field?: string;
                /** @description For people */
                message: string;
            };
        };
        /** @description What may be wrong with a post, and how to fix it */
        Finding: {
            /**
             * @description link_unreachable, link_status, link_redirects: nobody arrives, or somewhere else; link_nopin: the page wants nothing saved from it; link_insecure: http; link_shortened: blocked by the platform; page_title_overrides: the page has a title that is shown in place of ours; duplicate_picture, duplicate_link: on that board already, or on the way there; board_gone, section_gone; connection_ends: before it goes out; picture_small, picture_ratio, text_cut: as the feed shows it; video_length, video_ratio, video_codec: videos that the platform says it does not take. Others may follow
             * @enum {string}
             */
            code: "link_unreachable" | "link_status" | "link_redirects" | "link_nopin" | "link_insecure" | "link_shortened" | "page_title_overrides" | "duplicate_picture" | "duplicate_link" | "board_gone" | "section_gone" | "connection_ends" | "picture_small" | "picture_ratio" | "video_length" | "video_ratio" | "video_codec" | "text_cut";
            /**
             * @description blocking: as it is, it goes nowhere or leads nowhere; warning: it does less than it could; info: good to know. None of them refuses anything
             * @enum {string}
             */
            severity: "info" | "warning" | "blocking";
            /** @description For people */
            message: string;
            /**
             * @description If it is still so at its time, the post becomes a draft in place of going out: its account has it so. Else absent
             * @constant
             */
            holds?: true;
            /** @description How to fix it; absent where nothing here does */
            fix?: {
                /**
                 * @description The field to change by updatePost or replacePostMedia; account: it has to be connected again
                 * @enum {string}
                 */
                field: "url" | "title" | "boardId" | "boardSectionId" | "mediaUrl" | "account";
                /** @description What to put there, where that is known */
                value?: string;
            };
        };
        /** @description The check of a post before it goes out */
        Preflight: {
            /** @description When it was checked, Unix seconds; null: its link is not read yet, or it is being published or was */
            checkedAt: number | null;
            /** @description The most pressing first */
            findings: components["schemas"]["Finding"][];
            /** @description Where the pin leads, with the UTM parameters that it goes out with; of a published one, as it was sent. Null: without a link */
            link: string | null;
        };
        /** @description An API key; its secret is shown once, when it is made */
        Key: {
            /** @description Id of the key, which is no secret */
            id: string;
            /** @description What people see it by */
            name: string;
            /** @description What it is for */
            note: string | null;
            /** @description Its first characters */
            prefix: string;
            /** @description Its last four characters; null: made before they were kept */
            lastFour: string | null;
            /**
             * @description personal: it acts as its person
             * @enum {string}
             */
            kind: "organization" | "personal";
            /** @description null: a personal key, which may what its person may */
            role: ("viewer" | "contributor" | "scheduler" | "admin") | null;
            /** @description Where the role holds; null: on all accounts */
            accounts: string[] | null;
            /** @description T…:U… of the person of a personal key */
            personId: string | null;
            /** @description Who made it: key:… with the id of a key, T…:U… of a person in Slack; null: not kept */
            createdBy: string | null;
            /**
             * @description Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description null: it does not expire */
            expiresAt: number | null;
            /** @description null: it was not revoked */
            revokedAt: number | null;
            /** @description To the minute */
            lastUsedAt: number | null;
        };
        /** @description Who a key acts as, and what it may do */
        Principal: {
            /**
             * @description person: the key is a personal one, and acts as them
             * @enum {string}
             */
            kind: "key" | "person";
            /** @description The key's */
            name: string;
            /**
             * @description On every account that `accounts` does not name
             * @enum {string}
             */
            role: "none" | "viewer" | "contributor" | "scheduler" | "admin";
            /** @description Every account that this key can see, with the role on it */
            accounts: {
                /** @description Id of the account */
                accountId: string;
                /**
                 * @description What it may do there
                 * @enum {string}
                 */
                role: "viewer" | "contributor" | "scheduler" | "admin";
            }[];
        };
        /** @description A public pin from across the platform, not the account's own */
        RecommendedPin: {
            /** @description Pinterest’s id, not that of a post */
            id: string;
            /** @description Null when it has none */
            title: string | null;
            /** @description Null when it has none */
            description: string | null;
            /** @description Destination URL when set; http or https */
            link: string | null;
            /** @description At the platform; somebody else's picture */
            thumbnailUrl: string | null;
            /**
             * @description To the keyword, by words alone; the same over all keywords and boards
             * @enum {string}
             */
            relevance: "excellent" | "very-good" | "good" | "fair";
        };
        /** @description How well a board fits a keyword */
        BoardRelevance: {
            /** @constant */
            state: "scored";
            /**
             * @description From the share of the contributing pins and how strong they are
             * @enum {string}
             */
            relevance: "excellent" | "very-good" | "good" | "fair" | "poor";
            /** @description Pins that are fair or better */
            contributingPinCount: number;
            /** @description Pins with anything to read, of which the contributing ones are a share */
            scoredPinCount: number;
            /** @description The board has more pins than one request reads (500): a sample was scored */
            truncated: boolean;
            /** @description The contributing ones, strongest first */
            pins: {
                /** @description Pinterest’s id of the pin */
                pinId: string;
                /** @description Absent when the pin leads nowhere */
                destinationUrl?: string;
                /** @enum {string} */
                relevance: "excellent" | "very-good" | "good" | "fair";
            }[];
        } | {
            /** @constant */
            state: "absent";
        };
        /** @description What people search for */
        Trend: {
            /**
             * @description As people type it into a search
             * @example christmas cookies
             */
            keyword: string;
            /** @description In percent, at most 10,000, where 10,001 is more; null: Pinterest does not say */
            growth: {
                /** @description Against the week before */
                weekly: number | null;
                /** @description Against the month before */
                monthly: number | null;
                /** @description Against the year before */
                yearly: number | null;
            };
            /** @description Oldest first, mostly 52 */
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
             * @description When most people will search for it next: the end of that week, today or later. Absent: no clear season
             * @example 2026-03-01
             */
            peak?: string;
            /**
             * Format: date
             * @description When to have pins for it: 45 days before `peak`, also where that is over
             * @example 2026-03-01
             */
            startBy?: string;
            /**
             * @description How well it fits the board, by the words of its name and description. Absent without `boardId`
             * @enum {string}
             */
            fit?: "excellent" | "very-good" | "good" | "fair" | "poor";
        };
        /** @description UTM parameters that links get when their pins go out */
        UtmRule: {
            /** @description The board it is for; null: the account */
            boardId: string | null;
            /** @description Template of utm_source; null: not set here */
            source: string | null;
            /** @description Template of utm_medium; null: not set here */
            medium: string | null;
            /** @description Template of utm_campaign; null: not set here */
            campaign: string | null;
            /** @description Template of utm_content; null: not set here */
            content: string | null;
        };
        /** @description How many days lie between pins with the same link */
        SpacingRule: {
            /**
             * @description DEFAULT: of the account; CUSTOM: of one url
             * @enum {string}
             */
            type: "DEFAULT" | "CUSTOM";
            /** @description As it was given; null for DEFAULT */
            url: string | null;
            /** @description Calendar days between pins with the same url */
            days: number;
        };
        /** @description A place to upload one file to */
        Upload: {
            /** @description Names it in a post, or in an import */
            uploadId: string;
            /**
             * Format: uri
             * @description PUT the bytes here
             */
            uploadUrl: string;
            /**
             * @description Until when uploadUrl takes bytes, Unix seconds
             * @example 1772463600
             */
            uploadUrlExpiresAt: number;
            /**
             * @description Until when a post may name it, Unix seconds
             * @example 1772463600
             */
            expiresAt: number;
            /**
             * @description By the extension; csv: a file of pins, for an import
             * @enum {string}
             */
            mediaType: "image" | "video" | "csv";
            /**
             * @description The exact Content-Type of the PUT
             * @example image/jpeg
             */
            contentType: string;
        };
        /** @description What an account may still spend, and what it spent */
        Usage: {
            /** @description Id of the account */
            accountId: string;
            /**
             * @description What the plan counts: modular credits, the others posts
             * @enum {string}
             */
            billingSystem: "modular" | "legacy" | "shopify";
            /**
             * @description Whose the numbers are: modular counts each account, legacy and shopify the whole organization
             * @enum {string}
             */
            scope: "account" | "organization";
            /** @description Pins and board scores it can still pay for, one each: what is left of the monthly allowance, and bought credits */
            credits: number;
            /** @description How many of credits expire with the billing period */
            allowanceLeft: number;
            /** @description Credits given each billing period; what is left of them then expires */
            monthlyAllowance: number;
            /**
             * @description When the billing period ends, Unix seconds
             * @example 1772463600
             */
            resetsAt: number;
            /** @description Nothing is counted down: a winback plan, or a plan without a post limit */
            unlimitedScheduling: boolean;
            /** @description Of the plan, a billing period; null: none, or the plan counts credits */
            postLimit: number | null;
            /** @description Posts charged against the plan this billing period, less those given back */
            postsThisPeriod: number;
            /** @description Pins that an account without publishing access may still publish */
            trialPinsLeft: number;
            /** @description The last 50 entries, newest first */
            ledger: {
                /** @description Whose it is */
                accountId: string;
                /**
                 * @description What it belongs to
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
                 * @description What was counted
                 * @enum {string}
                 */
                unit: "allowance" | "credit" | "trial" | "plan_post" | "free";
                /** @description What it adds to the balance of its unit; a charge is negative */
                amount: number;
                /** @description Of the unit; for plan_post what the limit then left */
                balanceAfter: number;
                /**
                 * @description Unix seconds
                 * @example 1772463600
                 */
                createdAt: number;
            }[];
        };
        /** @description An endpoint that is told what happens */
        Webhook: {
            /** @description Of the webhook */
            id: string;
            /** @description Where its events are sent */
            url: string;
            /** @description * alone: all of them, also those that are added later */
            events: ("*" | "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.decided" | "account.connected" | "account.reconnect_required" | "schedule.full")[];
            /** @description null: all accounts, also those that are connected later */
            accountIds: string[] | null;
            /**
             * @description paused: its events wait; ended: nothing is sent there any more
             * @enum {string}
             */
            state: "active" | "paused" | "ended";
            /** @description admin: paused by somebody; failing: nothing arrived for a day; gone: the receiver answered 410 */
            stateReason: ("admin" | "failing" | "gone") | null;
            /** @description Since when; null while it is active */
            stateSince: number | null;
            /** @description Until when the secret before signs beside the new one */
            oldSecretUntil: number | null;
            /** @description The first failure after the last success */
            failingSince: number | null;
            /** @description The last success, to the minute */
            deliveredAt: number | null;
            /** @description key:… of an API key, T…:U… of a person in Slack */
            createdBy: string;
            /**
             * @description When it was added, Unix seconds
             * @example 1772463600
             */
            createdAt: number;
        };
        /** @description One event for one webhook, kept for 30 days */
        WebhookDelivery: {
            /** @description Of the delivery */
            id: string;
            /** @description Where it goes */
            webhookId: string;
            /** @description The header webhook-id of the delivery, the same at each attempt and replay */
            eventId: string;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.decided" | "account.connected" | "account.reconnect_required" | "schedule.full" | "webhook.test";
            /** @description Where it happened; null: a test */
            accountId: string | null;
            /**
             * @description When it happened, Unix seconds
             * @example 1772463600
             */
            happenedAt: number;
            /**
             * @description failed: it was given up
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description How often it was tried */
            attempts: number;
            /** @description Of the last attempt; null: it was not answered */
            responseStatus: number | null;
            /** @description The beginning of the last answer */
            responseText: string | null;
            /** @description What was wrong with the last attempt */
            error: ("blocked" | "timeout" | "tls" | "dns" | "refused" | "reset" | "redirect" | "status" | "gone") | null;
            /** @description Of the last attempt, to the end of its answer */
            durationMs: number | null;
            /**
             * @description When it was due first, Unix seconds
             * @example 1772463600
             */
            createdAt: number;
            /** @description Unix seconds; null: it was not tried yet */
            lastAttemptAt: number | null;
            /** @description Unix seconds; null: it is over */
            nextAttemptAt: number | null;
            /** @description The delivery that this one repeats */
            replayOf: string | null;
        };
    };
    responses: {
        /** @description - `BAD_REQUEST`: a field is missing, of the wrong form, or breaks a rule: `field` names it, and the message the fix. */
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
         * @description - `RATE_LIMIT_EXCEEDED`: the key’s requests of this UTC day are used up.
         *     - `TOO_MANY_REQUESTS`: too much at once or within an hour; Retry-After says when to try again.
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
        /** @description - `INTERNAL_SERVER_ERROR`: a fault of ours; the requestId finds it in our log. */
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
        /** @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again. */
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
        /** @description - `NOT_FOUND`: it does not exist, or not for this key. */
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
        /** @description - `FORBIDDEN`: the role of the key, or of its person, is not enough for this. */
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
        /** @description - `PAYLOAD_TOO_LARGE`: the body is larger than 1 MiB, or 16 MiB of an import. */
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
        /** @description - `UNSUPPORTED_MEDIA_TYPE`: the body is not called application/json. */
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
        /** @description - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account’s holder has to connect it again. */
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
         * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
         *     - `platform_rate_limited`: Pinterest limits our requests; Retry-After says how long.
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
        /** @description - `platform_timeout`: Pinterest did not answer in time, or with nothing of use; a write may have happened: read before you retry. */
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
         * @description - `FORBIDDEN`: the role of the key, or of its person, is not enough for this.
         *     - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because it belongs to somebody else.
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
         * @description - `idempotency_key_reused`: this Idempotency-Key came with another request before.
         *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account’s holder has to connect it again.
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
        /** @description - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because it belongs to somebody else. */
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
        /** @description - `recommended_pins_search_failed`: Pinterest’s search of public pins did not answer or refused the search. */
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
         * @description - `platform_trends_forbidden`: Pinterest does not show the account, or this service, what people search for, and no earlier answer is kept.
         *     - `platform_board_forbidden`: Pinterest does not let the account do this with the board, usually because it belongs to somebody else.
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
        /** @description - `idempotency_key_reused`: this Idempotency-Key came with another request before. */
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
         *     - `not_compared`: the service was restored from a backup, and nobody has compared the boards of the account yet.
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
        /**
         * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
         *     - `upload_already_attached`: a post has this upload already; an upload is used once.
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
         * @description - `post_not_editable`: the post is being published, or was.
         *     - `post_status_changed`: the post changed while it was being written; read it again.
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
         * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
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
         *     - `generation_started`: the page is being read already, or it is over.
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
         *     - `feed_exists`: the account has a feed of that address already.
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
         *     - `feed_paused`: the feed is paused, so that nobody looks at it.
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
         * @description - `post_not_schedulable`: the post is being published or was, or is a draft where a scheduled one is needed.
         *     - `post_status_changed`: the post changed while it was being written; read it again.
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
         * @description - `idempotency_key_reused`: this Idempotency-Key came with another request before.
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
         * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
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
         *     - `post_status_changed`: the post changed while it was being written; read it again.
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
         *     - `outcome_known`: it is known what became of the post, or it is still being found out without you.
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
         * @description - `BAD_REQUEST`: a field is missing, of the wrong form, or breaks a rule: `field` names it, and the message the fix.
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
         *     - `schedule_locked`: the schedule of the account is being changed, by a rebuild for example; try again shortly.
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
        /** @description - `schedule_locked`: the schedule of the account is being changed, by a rebuild for example; try again shortly. */
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
        /** @description - `platform_analytics_forbidden`: Pinterest gives analytics to business accounts alone; asking again does not help. */
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
        /** @description - `webhook_ended`: its receiver answered 410, so that the webhook is over; delete it and add another one. */
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
         *     - `webhook_ended`: its receiver answered 410, so that the webhook is over; delete it and add another one.
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
         * @description Within 24 hours the same request with the same key has one effect, and the same answer.
         * @example 0d3f1c1e-launch-post
         */
        IdempotencyKey: string;
        /**
         * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
         * @example mcp
         */
        RequestSource: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Of this request, as meta.requestId: it finds the request in our log.
         * @example 5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21
         */
        "X-Request-Id": string;
        /**
         * @description Requests of the key on a UTC day.
         * @example 5000
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Of these, what is left.
         * @example 4987
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the day ends, in Unix seconds.
         * @example 1772496000
         */
        "X-RateLimit-Reset": number;
        /**
         * @description The same limit by the draft “RateLimit header fields for HTTP” of the IETF: q requests within w seconds.
         * @example "daily";q=5000;w=86400
         */
        "RateLimit-Policy": string;
        /**
         * @description Of the same draft: r requests are left for the next t seconds.
         * @example "daily";r=4987;t=32400
         */
        RateLimit: string;
        /**
         * @description Seconds to wait before the same request makes sense again.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description true: the answer of an earlier request with this Idempotency-Key.
         * @example true
         */
        "Idempotent-Replayed": string;
        /**
         * @description Where what came of it is read.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether a post whose link is dead at its time becomes a draft (`link_dead`) in place of going out */
                    holdDeadLinks?: boolean;
                    /** @description Whose searches it is interested in; null: those of the region of its time zone */
                    trendRegion?: ("US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ") | null;
                    /**
                     * @description What it is interested in of them, each once; none: anything
                     * @example [
                     *       "home_decor"
                     *     ]
                     */
                    trendInterests?: ("animals" | "architecture" | "art" | "beauty" | "childrens_fashion" | "design" | "diy_and_crafts" | "education" | "electronics" | "entertainment" | "event_planning" | "finance" | "food_and_drinks" | "gardening" | "health" | "home_decor" | "mens_fashion" | "parenting" | "quotes" | "sport" | "travel" | "vehicles" | "wedding" | "womens_fashion")[];
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description No other board of the account has it */
                    name: string;
                    description?: string;
                    /**
                     * @default public
                     * @enum {string}
                     */
                    privacy?: "public" | "secret";
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the board listing
                 * @example 549755813888001
                 */
                boardId: string;
            };
            cookie?: never;
        };
        /** @description At least one field; those left out stay */
        requestBody: {
            content: {
                "application/json": {
                    /** @description No other board of the account has it */
                    name?: string;
                    /** @description Empty: takes it away */
                    description?: string;
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the board listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the board listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the board listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                        /** @description Default: its place in the array, from 0 */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                        /** @description Default: its place in the array, from 0 */
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
                 * @description So that no list is deleted by mistake
                 * @example true
                 */
                confirm: "true";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description What the board is to be about, as somebody would type it into a search
                 * @example lemon cake
                 */
                keyword: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the board listing
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
                 * @description What the pins are to be about
                 * @example wicker basket
                 */
                keyword: string;
                /**
                 * @description Default 10; bounds the answer alone
                 * @example 2
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Id from the board listing
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
                            /** @description Strongest first. Empty: nothing on the topic cleared the threshold */
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
             * @description - `RATE_LIMIT_EXCEEDED`: the key’s requests of this UTC day are used up.
             *     - `TOO_MANY_REQUESTS`: too much at once or within an hour; Retry-After says when to try again.
             *     - `recommended_pins_rate_limited`: the organization searched as many different keywords as it may within an hour.
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
             * @description - `platform_timeout`: Pinterest did not answer in time, or with nothing of use; a write may have happened: read before you retry.
             *     - `recommended_pins_board_too_large`: the board has too many pins to be read whole.
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
                 * @description growing (default): searched more than before; monthly, yearly: most searched; seasonal: at this time of the year
                 * @example seasonal
                 */
                type?: "growing" | "monthly" | "yearly" | "seasonal";
                /** @description Where people search. Default: `trendRegion` of the account, else the region of its time zone */
                region?: "US" | "CA" | "DE" | "FR" | "ES" | "IT" | "DE+AT+CH" | "GB+IE" | "IT+ES+PT+GR+MT" | "PL+RO+HU+SK+CZ" | "SE+DK+FI+NO" | "NL+BE+LU" | "AR" | "BR" | "CO" | "MX" | "MX+AR+CO+CL" | "AU+NZ";
                /** @description Default: `trendInterests` of the account. any: all searches */
                interest?: "animals" | "architecture" | "art" | "beauty" | "childrens_fashion" | "design" | "diy_and_crafts" | "education" | "electronics" | "entertainment" | "event_planning" | "finance" | "food_and_drinks" | "gardening" | "health" | "home_decor" | "mens_fashion" | "parenting" | "quotes" | "sport" | "travel" | "vehicles" | "wedding" | "womens_fashion" | "any";
                /** @description Keywords alone that have all of these words, in any form */
                words?: string;
                /**
                 * @description How well each fits this board; those that fit best come first
                 * @example 102
                 */
                boardId?: string;
                /**
                 * @description Default 20
                 * @example 2
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                             * @description What was asked for
                             * @enum {string}
                             */
                            type: "growing" | "monthly" | "yearly" | "seasonal";
                            /**
                             * Format: date
                             * @description The UTC day on which Pinterest said so: today, or an earlier one where it gives no answer; of several interests the oldest
                             * @example 2026-03-01
                             */
                            asOf: string;
                            /** @description As Pinterest ranks them, several interests in turn; with `boardId` those that fit best first */
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
    disconnectAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description What becomes of pins that fall due meanwhile, from now on; left out: as it is set
                     * @enum {string}
                     */
                    whilePaused?: "wait" | "fail";
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description The latest sendAt, included; required for sent and uploading
                 * @example 2026-03-02T15:00:00Z
                 */
                endDate?: string;
                /** @description true: drafts alone whose last publishing failed */
                failed?: "true" | "false";
                /** @description Drafts alone whose last publishing failed for this reason */
                failureReason?: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "paused" | "missed" | "outcome_unknown";
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    /** @description From POST /v1/media/uploads, its bytes already PUT; single-use; exclusive with mediaUrl */
                    uploadId?: string;
                    /**
                     * @description What mediaUrl holds; video: .mp4, .mov or .qt. With uploadId it is taken from the upload and anything here is ignored
                     * @default image
                     * @enum {unknown}
                     */
                    mediaType?: "image" | "video";
                    /** @description Further images of a carousel, in order after the cover: all with the same ratio of width to height; no video, no product tags */
                    carouselItems?: {
                        /**
                         * Format: uri
                         * @description Publicly accessible; exclusive with uploadId
                         */
                        mediaUrl?: string;
                        /** @description From POST /v1/media/uploads, its bytes already PUT; single-use; exclusive with mediaUrl */
                        uploadId?: string;
                    }[];
                    /** @description Somebody’s public pin, its id or the address of its page, that is saved to the board in place of a new pin. Exclusive with media, title, description, url, altText and productTagPinIds: Pinterest shows what the original has */
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
                    /** @description For those who cannot see the media; empty: none */
                    altText?: string;
                    /**
                     * Format: date-time
                     * @description When to publish: in the future, within 10 years; exclusive with useNextOpenSlot
                     * @example 2026-03-02T15:00:00Z
                     */
                    sendAt?: string;
                    /** @description Publish at the next open smart slot; false counts as absent */
                    useNextOpenSlot?: boolean;
                    /**
                     * @description A simplified pin rather than a standard one
                     * @default true
                     */
                    isSimplifiedPin?: boolean;
                    /** @description Pins of the product catalog; business accounts only; makes the pin a simplified one */
                    productTagPinIds?: string[];
                    /** @description Required when scheduling, unless intervalBoards is given; exclusive with it */
                    boardId?: string;
                    /** @description A section of boardId; not used with intervalBoards */
                    boardSectionId?: string;
                    /** @description The same pin on several boards, one interval apart in this order; the first is the board of the pin itself. Needs intervalType and sendAt or useNextOpenSlot; no board twice */
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
                    /** @description An exact number of days in place of intervalType's. Only with intervalBoards */
                    intervalDays?: number;
                    /**
                     * @description slots (default): each board after the first lands on the first open slot at or after its time; exact: at its time. Only with intervalBoards
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
                            /** @description In board order, the post itself first; only when intervalBoards made more than one pin */
                            intervalPosts?: components["schemas"]["Post"][];
                            approval?: components["schemas"]["Approval"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            placement?: components["schemas"]["Placement"];
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            /** @description Saved as a draft: a person decides about its time */
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
                            /** @description In board order, the post itself first; only when intervalBoards made more than one pin */
                            intervalPosts?: components["schemas"]["Post"][];
                            approval?: components["schemas"]["Approval"];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            placement?: components["schemas"]["Placement"];
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
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
             * @description - `idempotency_key_reused`: this Idempotency-Key came with another request before.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account’s holder has to connect it again.
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
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
             *     - `media_store_unavailable`: images and videos cannot be stored or read right now.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest limits our requests; Retry-After says how long.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    /** @description Moves the pin; without boardSectionId its section is cleared */
                    boardId?: string;
                    /** @description A section of the board the pin ends up on; empty: the board root */
                    boardSectionId?: string;
                    /** @description For those who cannot see the media; empty: none */
                    altText?: string;
                    /** @description Replaces all tags; empty: clears them; left out: they stay. Any tag makes the pin a simplified one; none on a carousel */
                    productTagPinIds?: string[];
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
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                        /** @description From POST /v1/media/uploads, its bytes already PUT; single-use; exclusive with mediaUrl */
                        uploadId?: string;
                        /**
                         * @description What mediaUrl holds; video: .mp4, .mov or .qt. With uploadId it is taken from the upload and anything here is ignored
                         * @default image
                         * @enum {unknown}
                         */
                        mediaType?: "image" | "video";
                        /** @description Further images of a carousel, in order after the cover: all with the same ratio of width to height; no video, no product tags */
                        carouselItems?: {
                            /**
                             * Format: uri
                             * @description Publicly accessible; exclusive with uploadId
                             */
                            mediaUrl?: string;
                            /** @description From POST /v1/media/uploads, its bytes already PUT; single-use; exclusive with mediaUrl */
                            uploadId?: string;
                        }[];
                        /** @description Somebody’s public pin, its id or the address of its page, that is saved to the board in place of a new pin. Exclusive with media, title, description, url, altText and productTagPinIds: Pinterest shows what the original has */
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
                        /** @description For those who cannot see the media; empty: none */
                        altText?: string;
                        /**
                         * Format: date-time
                         * @description When to publish: in the future, within 10 years; exclusive with useNextOpenSlot
                         * @example 2026-03-02T15:00:00Z
                         */
                        sendAt?: string;
                        /** @description Publish at the next open smart slot; false counts as absent */
                        useNextOpenSlot?: boolean;
                        /**
                         * @description A simplified pin rather than a standard one
                         * @default true
                         */
                        isSimplifiedPin?: boolean;
                        /** @description Pins of the product catalog; business accounts only; makes the pin a simplified one */
                        productTagPinIds?: string[];
                        /** @description Required when scheduling */
                        boardId?: string;
                        /** @description A section of boardId */
                        boardSectionId?: string;
                    }[];
                    /**
                     * @description What becomes of posts without a time of their own. draft: they are saved; schedule: on the next open slots, boards in turn; approval: saved, and a person is asked
                     * @default draft
                     * @enum {string}
                     */
                    mode?: "draft" | "schedule" | "approval";
                    /**
                     * @description Only say what would happen: nothing is written
                     * @default false
                     */
                    preview?: boolean;
                    /**
                     * @description stop: one post that is refused refuses all; skip: the others are written
                     * @default stop
                     * @enum {string}
                     */
                    onError?: "stop" | "skip";
                };
            };
        };
        responses: {
            /** @description What would happen: nothing is written */
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
            /** @description Saved as a draft: a person decides about its time */
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
             * @description - `idempotency_key_reused`: this Idempotency-Key came with another request before.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account’s holder has to connect it again.
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
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
             *     - `media_store_unavailable`: images and videos cannot be stored or read right now.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest limits our requests; Retry-After says how long.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
             *     - `undo_expired`: the ten minutes are over in which it could be undone, or there is nothing to undo.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
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
                 * @description The latest sendAt, included; required for sent and uploading
                 * @example 2026-03-02T15:00:00Z
                 */
                endDate?: string;
                /** @description true: begins with a byte order mark, by which Excel reads it as UTF-8 */
                bom?: "true" | "false";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of CSV as RFC 4180 has them, the first with the names of the columns */
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
                /** @description true: begins with a byte order mark, by which Excel reads it as UTF-8 */
                bom?: "true" | "false";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of CSV as RFC 4180 has them, the first with the names of the columns */
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description The text of the file, up to 10 MiB and 10,000 lines with a pin. Exclusive with uploadId
                     * @example Title,Media URL
                     *     An oak shelf,https://shop.example.com/oak-shelf.jpg
                     */
                    csv?: string;
                    /** @description An upload with the extension csv. Exclusive with csv */
                    uploadId?: string;
                    /**
                     * @description What columns are, by their names in the file, where their names do not say it; null: it is left out
                     * @default {}
                     */
                    mapping?: {
                        [key: string]: ("title" | "description" | "url" | "mediaUrl" | "mediaType" | "board" | "boardId" | "section" | "altText" | "sendAt" | "date" | "time") | null;
                    };
                    /**
                     * @description What becomes of lines without a time of their own, as in a batch: draft, schedule or approval
                     * @default draft
                     * @enum {string}
                     */
                    mode?: "draft" | "schedule" | "approval";
                    /**
                     * @description Only say what would happen: nothing is written
                     * @default false
                     */
                    preview?: boolean;
                };
            };
        };
        responses: {
            /** @description What would happen: nothing is written */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
    createGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    /** @description In place of the page’s own title */
                    title?: string;
                    /**
                     * @description What people search for: sentences of the page that answer it come first
                     * @default []
                     */
                    keywords?: string[];
                    /**
                     * @description How many drafts to make of it
                     * @default 3
                     */
                    drafts?: number;
                    /** @description For all drafts; left out: each gets the public board that it fits best */
                    boardId?: string;
                    /** @description Whether a model may write the drafts, where one is set up; false: Pinslot writes them itself; true: a warning says so where there is none */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description Of RSS, Atom, a sitemap or its index, or a list of products or posts as JSON; http or https
                     * @example https://shop.example.com/feed.xml
                     */
                    url: string;
                    /**
                     * @description Left out: whatever it turns out to be. products: a list of Shopify, WooCommerce or WordPress as JSON
                     * @enum {string}
                     */
                    kind?: "rss" | "atom" | "sitemap" | "products";
                    /** @description Drafts a day at most, up to 30 */
                    perDay: number;
                    /** @description For all drafts; left out: each gets the public board that it fits best */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    /** @description Drafts a day at most, up to 30 */
                    perDay?: number;
                    /** @description null: each draft gets the public board that it fits best */
                    boardId?: string | null;
                    /**
                     * @description paused: nobody looks at it until it is active again
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    /** @description From POST /v1/media/uploads, its bytes already PUT; single-use; exclusive with mediaUrl */
                    uploadId?: string;
                    /**
                     * @description What mediaUrl holds; video: .mp4, .mov or .qt. With uploadId it is taken from the upload and anything here is ignored
                     * @default image
                     * @enum {unknown}
                     */
                    mediaType?: "image" | "video";
                    /** @description Further images of a carousel, in order after the cover: all with the same ratio of width to height; no video, no product tags */
                    carouselItems?: {
                        /**
                         * Format: uri
                         * @description Publicly accessible; exclusive with uploadId
                         */
                        mediaUrl?: string;
                        /** @description From POST /v1/media/uploads, its bytes already PUT; single-use; exclusive with mediaUrl */
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
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
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
             * @description - `post_not_editable`: the post is being published, or was.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
             *     - `upload_already_attached`: a post has this upload already; an upload is used once.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description What the post shows of its picture
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
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
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
             *     - `post_not_editable`: the post is being published, or was.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description When to publish: in the future, within 10 years; exclusive with the other ways to say when
                     * @example 2026-03-02T15:00:00Z
                     */
                    sendAt?: string;
                    /**
                     * @description With sendAt: only while a slot is open at that time
                     * @enum {boolean}
                     */
                    requireOpenSlot?: true;
                    /**
                     * @description Publish at the next open smart slot; true when given
                     * @enum {boolean}
                     */
                    useNextOpenSlot?: true;
                    /**
                     * @description Of a queued post: the open slot nearest to its own time, before or after it
                     * @enum {string}
                     */
                    moveToSlot?: "earlier" | "later";
                    /**
                     * @description Publish at once; true when given
                     * @enum {boolean}
                     */
                    publishNow?: true;
                    /** @description Required when the draft has no board; without boardSectionId it clears the section */
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
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
                            warnings?: components["schemas"]["Warning"][];
                        };
                    };
                };
            };
            /** @description Saved as a draft: a person decides about its time */
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
                            /** @description What is worth knowing about the time that was taken or requested; only where there is something */
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
             *     - `post_not_schedulable`: the post is being published or was, or is a draft where a scheduled one is needed.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
             *     - `slot_not_open`: no slot is open at the time that was asked for.
             *     - `publishing_paused`: publishing is paused for the account, so that nothing can go out now.
             *     - `outcome_unknown`: nobody knows yet whether the post is on Pinterest; record its outcome first.
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
                            reason?: "idempotency_in_progress" | "post_not_schedulable" | "post_status_changed" | "slot_not_open" | "publishing_paused" | "outcome_unknown";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: this Idempotency-Key came with another request before.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account’s holder has to connect it again.
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
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest limits our requests; Retry-After says how long.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of posts, in the order in which slots are taken; exclusive with filter */
                    ids?: string[];
                    /** @description Posts as they are now, the first 500; exclusive with ids */
                    filter?: {
                        /**
                         * @description What can be changed at all
                         * @enum {string}
                         */
                        status: "draft" | "queued";
                        /** @description On this board */
                        boardId?: string;
                        /**
                         * @description Drafts whose last publishing failed for this reason
                         * @enum {string}
                         */
                        failureReason?: "media_rejected" | "board_gone" | "section_gone" | "board_forbidden" | "pin_gone" | "pin_forbidden" | "platform_rejected" | "link_dead" | "platform_unavailable" | "account_disconnected" | "paused" | "missed" | "outcome_unknown";
                        /**
                         * Format: date-time
                         * @description Of queued posts: the earliest sendAt
                         * @example 2026-03-02T15:00:00Z
                         */
                        from?: string;
                        /**
                         * Format: date-time
                         * @description Of queued posts: the latest sendAt, included
                         * @example 2026-03-02T15:00:00Z
                         */
                        to?: string;
                        /** @description Every word occurs in title, description, url or board name */
                        text?: string;
                    };
                    /**
                     * @description reschedule: drafts and queued posts to the next open slots, which takes a charge for each draft
                     * @enum {string}
                     */
                    action: "reschedule" | "unschedule" | "delete" | "edit";
                    /** @description Of action edit; with reschedule each is changed before it is scheduled, as one change */
                    edit?: {
                        /** @description Another board; its root without boardSectionId */
                        boardId?: string;
                        /** @description With boardId; null or empty alone: the root of the board each is on */
                        boardSectionId?: string | null;
                        /**
                         * Format: uri
                         * @description Another destination
                         */
                        url?: string;
                    };
                    /**
                     * @description Says what would become of each, and writes nothing
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
                            /** @description How many the filter found; those beyond 500 are left for the next request */
                            matched: number;
                            /** @description Of results */
                            counts: {
                                /** @description Or not in need of it */
                                changed: number;
                                /** @description With an error */
                                failed: number;
                            };
                            /** @description In the order of ids; of a filter, soonest or oldest first */
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
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest limits our requests; Retry-After says how long.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                            /** @description Of deleted posts: those that came back as drafts, and why */
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
             *     - `undo_expired`: the ten minutes are over in which it could be undone, or there is nothing to undo.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
             *     - `schedule_locked`: the schedule of the account is being changed, by a rebuild for example; try again shortly.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description The sendAt that you saw of the post: 409 post_status_changed where it is another one by now
                     * @example 2026-03-02T15:00:00Z
                     */
                    expectedSendAt?: string;
                    /**
                     * Format: date-time
                     * @description The sendAt that you saw of the other post: 409 post_status_changed where it is another one by now
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
             *     - `post_not_schedulable`: the post is being published or was, or is a draft where a scheduled one is needed.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description intervalGroupId of its posts
                 * @example 4104
                 */
                intervalGroupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Calendar days, earlier when negative; exclusive with sendAt */
                    days?: number;
                    /**
                     * Format: date-time
                     * @description When the next of them goes out; exclusive with days
                     * @example 2026-03-02T15:00:00Z
                     */
                    sendAt?: string;
                    /**
                     * Format: date-time
                     * @description The sendAt that you saw of the next of them: 409 post_status_changed where it is another one by now
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
                            /** @description Those that were moved, soonest first */
                            posts: components["schemas"]["Post"][];
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
            503: components["responses"]["ServiceUnavailableOrSlotResolutionTimeout"];
        };
    };
    duplicatePost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    /** @description Whether the pin is on the platform */
                    published: boolean;
                    /** @description The pin, by its number or the address of its page; required when published, refused otherwise */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
            query?: never;
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                    decision: "approve" | "request_changes" | "reject";
                    /** @description What has to change, required with request_changes; or why not */
                    reason?: string;
                    /** @description Of the post as it was looked at: 409 approval_outdated when it was changed since. Left out: as it is */
                    postVersion?: number;
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
            403: components["responses"]["ForbiddenOrPlatformBoardForbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `idempotency_in_progress`: the first request with this Idempotency-Key is still running.
             *     - `approval_decided`: the request was decided or withdrawn already.
             *     - `approval_outdated`: the post was edited since the version that the decision is about.
             *     - `post_not_schedulable`: the post is being published or was, or is a draft where a scheduled one is needed.
             *     - `post_status_changed`: the post changed while it was being written; read it again.
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
                            reason?: "idempotency_in_progress" | "approval_decided" | "approval_outdated" | "post_not_schedulable" | "post_status_changed";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: this Idempotency-Key came with another request before.
             *     - `no_open_slot`: the schedule has no open slot within ten years; nothing was written.
             *     - `platform_reconnect_required`: the connection to Pinterest is dead or lacks a permission; the account’s holder has to connect it again.
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
             * @description - `SERVICE_UNAVAILABLE`: it cannot be done right now, and Retry-After says when to try again.
             *     - `slot_resolution_timeout`: finding the next open slot took too long; nothing was written.
             *     - `platform_rate_limited`: Pinterest limits our requests; Retry-After says how long.
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
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                     * @description jpg, jpeg, png, svg, gif, webp, heic, mp4, mov, qt, csv; csv is a file of pins, for an import
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description IANA name; default: the account's
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
        /** @description At least one field; those left out stay */
        requestBody: {
            content: {
                "application/json": {
                    /** @description 0 (Sunday) to 6 (Saturday) */
                    dayPreference?: number;
                    /** @description HH:MM in timezone */
                    time?: string;
                    /**
                     * @description IANA name; left out, it stays
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
    rebuildTimeslots: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Timeslots on each of the seven days */
                    pinsPerDay: number;
                    /**
                     * @description IANA name; default: the account's
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
                 * @description IANA name; default: the account's
                 * @example Europe/Berlin
                 */
                timezone?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                             * @description Where the times come from: the account's own results, or a curve for all while these are too few
                             * @enum {string}
                             */
                            basis: "results" | "default";
                            /** @description Published pins whose results are known */
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
                /** @description Also coming evergreen occurrences: kind repeat, scheduled, and no post until it is made */
                include?: "repeats";
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @example 2026-02-24
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, included; at most 90 days after startDate. After today it is today
                 * @example 2026-02-28
                 */
                endDate?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                             * @description Last day of the window used: today where a later one was asked for
                             * @example 2026-03-02
                             */
                            endDate: string;
                            summaryMetrics: components["schemas"]["Metrics"];
                            dailyMetrics: components["schemas"]["MetricDay"][];
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
                 * @description First UTC day, YYYY-MM-DD; of any age
                 * @example 2026-02-24
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, included; at most 365 days after startDate. After today it is today
                 * @example 2026-02-28
                 */
                endDate?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                             * @description Last day of the window used: today where a later one was asked for
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
                 * @example 2026-02-24
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, included; at most 90 days after startDate. After today it is today
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                             * @description Last day of the window used: today where a later one was asked for
                             * @example 2026-03-02
                             */
                            endDate: string;
                            /**
                             * @description The metric used
                             * @enum {string}
                             */
                            sortBy: "ENGAGEMENT" | "SAVE" | "IMPRESSION" | "OUTBOUND_CLICK" | "PIN_CLICK";
                            /** @description In the platform's ranked order, at most 10 */
                            pins: components["schemas"]["TopPin"][];
                        };
                        meta: {
                            /** @description Unique per request, also in the X-Request-Id header */
                            requestId: string;
                            /**
                             * @description Of some pins there are numbers alone, since the platform limited the reads or did not answer: ask again in a minute
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
                 * @example 2026-02-24
                 */
                startDate?: string;
                /**
                 * @description Last UTC day, included; at most 90 days after startDate. After today it is today
                 * @example 2026-02-28
                 */
                endDate?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
                /**
                 * @description Pinterest’s id of the pin
                 * @example 813744226420795005
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
                             * @description Last day of the window used: today where a later one was asked for
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                     * @description DEFAULT: for every url that has no CUSTOM rule
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
                 * @description DEFAULT: for every url that has no CUSTOM rule
                 * @example DEFAULT
                 */
                type: "DEFAULT" | "CUSTOM";
                /** @description Of a CUSTOM rule */
                url?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
                 * @example 12
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The board it is for; left out or null: the account */
                    boardId?: string | null;
                    /** @description utm_source, in which {board} and {account} are filled in; left out or null: none */
                    source?: string | null;
                    /** @description utm_medium, in which {board} and {account} are filled in; left out or null: none */
                    medium?: string | null;
                    /** @description utm_campaign, in which {board} and {account} are filled in; left out or null: none */
                    campaign?: string | null;
                    /** @description utm_content, in which {board} and {account} are filled in; left out or null: none */
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
                /** @description The board; left out: the rule of the account */
                boardId?: string;
            };
            header?: {
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the account listing
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                    /** @description Connects this account again, and no other; left out: whatever account its holder allows */
                    accountId?: string;
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                    /** @description What people see it by */
                    name: string;
                    /** @description What it is for */
                    note?: string;
                    /**
                     * @description Default admin
                     * @enum {string}
                     */
                    role?: "viewer" | "contributor" | "scheduler" | "admin";
                    /** @description Where the role holds; left out: on all accounts. admin on all of them is full access */
                    accounts?: string[];
                    /**
                     * Format: date-time
                     * @description From then on it is a 401. Not later than that of the key which asks; left out: it ends with that key, or does not expire where that one does not
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
                                /** @description Id of the key, which is no secret */
                                id: string;
                                /** @description What people see it by */
                                name: string;
                                /** @description What it is for */
                                note: string | null;
                                /** @description Its first characters */
                                prefix: string;
                                /** @description Its last four characters; null: made before they were kept */
                                lastFour: string | null;
                                /**
                                 * @description personal: it acts as its person
                                 * @enum {string}
                                 */
                                kind: "organization" | "personal";
                                /** @description null: a personal key, which may what its person may */
                                role: ("viewer" | "contributor" | "scheduler" | "admin") | null;
                                /** @description Where the role holds; null: on all accounts */
                                accounts: string[] | null;
                                /** @description T…:U… of the person of a personal key */
                                personId: string | null;
                                /** @description Who made it: key:… with the id of a key, T…:U… of a person in Slack; null: not kept */
                                createdBy: string | null;
                                /**
                                 * @description Unix seconds
                                 * @example 1772463600
                                 */
                                createdAt: number;
                                /** @description null: it does not expire */
                                expiresAt: number | null;
                                /** @description null: it was not revoked */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
                 * @example mcp
                 */
                "X-Request-Source"?: components["parameters"]["RequestSource"];
            };
            path: {
                /**
                 * @description Id from the list of keys
                 * @example 6
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                     * @description Public, over https. In the sandbox also this machine, on any port but ours
                     */
                    url: string;
                    /**
                     * @description ["*"] for all, or some of them
                     * @example [
                     *       "post.sent",
                     *       "post.failed"
                     *     ]
                     */
                    events: ("*" | "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.decided" | "account.connected" | "account.reconnect_required" | "schedule.full")[];
                    /** @description Left out: of all accounts, also those that are connected later */
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                     * @description Public, over https. In the sandbox also this machine, on any port but ours
                     */
                    url?: string;
                    /**
                     * @description ["*"] for all, or some of them
                     * @example [
                     *       "post.sent",
                     *       "post.failed"
                     *     ]
                     */
                    events?: ("*" | "post.scheduled" | "post.sent" | "post.failed" | "post.late" | "post.deleted" | "approval.requested" | "approval.decided" | "account.connected" | "account.reconnect_required" | "schedule.full")[];
                    /** @description null: of all accounts */
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                            /** @description The newest first */
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
             *     - `webhook_ended`: its receiver answered 410, so that the webhook is over; delete it and add another one.
             *     - `delivery_waiting`: the delivery still waits to be sent, so that there is nothing to repeat.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                     * @description The first instant of the span
                     * @example 2026-03-02T15:00:00Z
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description The last one; default now
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
                            /** @description How many events are sent again */
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
             *     - `webhook_ended`: its receiver answered 410, so that the webhook is over; delete it and add another one.
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
                    /** @description What was asked, what came back, why it is wrong */
                    description: string;
                    /** @description The endpoint or tool believed wrong */
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
                 * @description Within 24 hours the same request with the same key has one effect, and the same answer.
                 * @example 0d3f1c1e-launch-post
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description mcp: resolve_url of a denial leads to the plans instead of a purchase page.
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
}

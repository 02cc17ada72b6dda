import CCurl

/// libcurl's set of transfers.
///
/// Unchecked: any thread may call `curl_multi_wakeup`, and the loop calls it only before `free()`. Everything else is
/// called only on the transfer thread. https://curl.se/libcurl/c/curl_multi_wakeup.html
struct MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init() {
        precondition(Self.isLibraryReady, "libcurl cannot be initialised")
        guard let pointer = curl_multi_init() else { preconditionFailure("out of memory") }
        self.pointer = pointer
    }

    func wake() { curl_multi_wakeup(pointer) }
    func free() { curl_multi_cleanup(pointer) }

    /// Process-wide and never undone, as libcurl recommends for programs that use it until they end.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

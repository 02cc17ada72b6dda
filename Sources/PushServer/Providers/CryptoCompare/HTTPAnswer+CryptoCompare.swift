extension HTTPAnswer {
    /// Checks an answer of CryptoCompare and passes the members outside its status to `read`.
    ///
    /// `read` may run before the status is known (in errors, `Data` is an empty object or list), so its results are
    /// valid only if this method returns.
    func cryptoCompare(
        _ read: (inout JSONReader, _ key: String) throws(JSONError) -> Void
    ) throws(ProviderFailure) {
        var status = CryptoCompareStatus()
        guard isSuccess else {
            // A body that is not JSON adds nothing to the HTTP status.
            try? json { reader throws(JSONError) in
                try reader.members { reader, key throws(JSONError) in try status.read(key, from: &reader) }
            }
            throw status.failure(in: self) ?? failureByStatus
        }
        try json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                try status.read(key, from: &reader)
                try read(&reader, key)
            }
        }
        if let failure = status.failure(in: self) { throw failure }
    }
}
